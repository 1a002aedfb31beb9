// All messages in English, which the catalogues of other languages translate. They are in the ICU MessageFormat.
export * from './deliveries.ts';
export * from './directory.ts';
export * from './frame.ts';
export * from './listing.ts';
export * from './manage.ts';
export * from './member.ts';
export * from './moderation.ts';
export * from './notice-texts.ts';
export * from './refusals.ts';
