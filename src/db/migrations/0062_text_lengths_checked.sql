-- Reads the tables. Requests go on meanwhile: SHARE UPDATE EXCLUSIVE blocks neither reads nor writes.
-- Only these two columns had no bound before: names, and the keys of browsers, of which decoding ignored the most.
UPDATE "users" SET "name" = left("name", 100) WHERE octet_length("name") > 400;--> statement-breakpoint
DELETE FROM "notice_channels" WHERE octet_length("address"::text) > 20000;--> statement-breakpoint
ALTER TABLE "features" VALIDATE CONSTRAINT "features_lengths";--> statement-breakpoint
ALTER TABLE "listing_edits" VALIDATE CONSTRAINT "listing_edits_lengths";--> statement-breakpoint
ALTER TABLE "listing_images" VALIDATE CONSTRAINT "listing_images_lengths";--> statement-breakpoint
ALTER TABLE "listing_moves" VALIDATE CONSTRAINT "listing_moves_lengths";--> statement-breakpoint
ALTER TABLE "listing_news" VALIDATE CONSTRAINT "listing_news_lengths";--> statement-breakpoint
ALTER TABLE "moderation_notes" VALIDATE CONSTRAINT "moderation_notes_lengths";--> statement-breakpoint
ALTER TABLE "moderation_templates" VALIDATE CONSTRAINT "moderation_templates_lengths";--> statement-breakpoint
ALTER TABLE "reports" VALIDATE CONSTRAINT "reports_lengths";--> statement-breakpoint
ALTER TABLE "vote_voidings" VALIDATE CONSTRAINT "vote_voidings_lengths";--> statement-breakpoint
ALTER TABLE "notice_channels" VALIDATE CONSTRAINT "notice_channels_lengths";--> statement-breakpoint
ALTER TABLE "notices" VALIDATE CONSTRAINT "notices_lengths";--> statement-breakpoint
ALTER TABLE "user_blocks" VALIDATE CONSTRAINT "user_blocks_lengths";--> statement-breakpoint
ALTER TABLE "bot_avatars" VALIDATE CONSTRAINT "bot_avatars_lengths";--> statement-breakpoint
ALTER TABLE "bot_owners" VALIDATE CONSTRAINT "bot_owners_lengths";--> statement-breakpoint
ALTER TABLE "listing_texts" VALIDATE CONSTRAINT "listing_texts_lengths";--> statement-breakpoint
ALTER TABLE "webhooks" VALIDATE CONSTRAINT "webhooks_lengths";--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_lengths";--> statement-breakpoint
ALTER TABLE "bots" VALIDATE CONSTRAINT "bots_lengths";
