import type * as en from '../en/home.ts';
import type { Translation } from '../words.ts';

export const home: Translation<typeof en.home> = {
  title: 'Finde den richtigen Bot für deinen Server',
  intro: 'Jeden Bot hier hat ein Mensch geprüft. Finde deinen und stimme für deine Favoriten ab.',
  searchLabel: 'Wonach suchst du?',
  popular: 'Beliebte Kategorien',
  allCategories: 'Alle Kategorien',
  featured: 'Empfohlen',
  trending: 'Diese Woche im Trend',
  newest: 'Neu',
  servers: 'Auf den meisten Servern',
  more: 'Alle',
  categories: 'Nach Kategorie stöbern',
  botCount: '{count, plural, one {# Bot} other {# Bots}}',
  ownerTitle: 'Du hast einen Bot?',
  ownerText:
    'Trage ihn kostenlos ein. Du bekommst Stimmen, Diagramme, ein Widget und signierte Webhooks mit Zustellprotokoll.',
  readDocs: 'Zur Dokumentation',
};
