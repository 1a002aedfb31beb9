// All messages in French. They say “vous”. A narrow no-break space (\u202f) is before ; : ! ? and inside « ».
export * from './deliveries.ts';
export * from './directory.ts';
export * from './frame.ts';
export * from './listing.ts';
export * from './manage.ts';
export * from './member.ts';
export * from './moderation.ts';
export * from './notice-texts.ts';
export * from './refusals.ts';
