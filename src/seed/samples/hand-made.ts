import { drawBanner } from '../banners/banner.ts';
import { drawIcon } from '../icons/icon.ts';
import { DAY_MS, MINUTE_MS, type PlannedBot } from '../planned-bot.ts';
import { HISTORY_DAYS, serversAgo } from '../shapes.ts';
import { SAMPLES } from './all.ts';
import { OWNERS } from './owners.ts';
import { permissionBits } from './permissions.ts';
import type { LinkKind, Sample } from './sample.ts';

const PATHS: Record<LinkKind, string> = {
  website: '',
  support: 'support',
  source: 'source',
  privacy: 'privacy',
};

/** The hand-made bots. */
export function handMadeBots(): PlannedBot[] {
  return SAMPLES.map(plan);
}

/** @param place different banners have the same scene, so it moves their parts */
function plan(sample: Sample, place: number): PlannedBot {
  const { name, votes, ageDays } = sample;
  const link = (kind: LinkKind) =>
    sample.links.includes(kind) ? `https://${sample.slug}.example/${PATHS[kind]}` : null;
  const [owner, ...coOwners] = sample.owners;
  const reports = sample.servers && planReports(sample.servers, ageDays);
  return {
    fields: {
      name,
      shortDescription: sample.short,
      longDescription: sample.long,
      tags: sample.tags,
      languages: sample.languages,
      inviteScopes: ['bot', 'applications.commands'],
      invitePermissions: permissionBits(sample.permissions),
      prefix: sample.prefix ?? null,
      websiteUrl: link('website'),
      supportUrl: link('support'),
      sourceUrl: link('source'),
      privacyUrl: link('privacy'),
      followsPlatform: false,
    },
    commands: Object.entries(sample.commands).map(([command, description]) => ({
      name: command,
      description,
    })),
    owners: [OWNERS[owner], ...coOwners.map((coOwner) => OWNERS[coOwner])],
    icon: drawIcon(sample.icon),
    banner: drawBanner({ ...sample.icon, scene: sample.banner, salt: place + 1 }),
    ageMs: ageDays * DAY_MS,
    isFeatured: sample.isFeatured ?? false,
    votes: { ...votes, days: Math.min(ageDays, HISTORY_DAYS) },
    ...(reports && { reports }),
  };
}

/** A report for each day of the last month, and for every third day of the time before. */
function planReports({ count, shape, silentMinutes }: NonNullable<Sample['servers']>, ageDays: number) {
  const days = Math.min(ageDays, HISTORY_DAYS);
  const ages = Array.from({ length: days }, (_, age) => age).filter((age) => age < 30 || age % 3 === 0);
  return {
    silentMs: silentMinutes * MINUTE_MS,
    counts: ages.map((age) => ({ age, servers: serversAgo(shape, count, age) })),
  };
}
