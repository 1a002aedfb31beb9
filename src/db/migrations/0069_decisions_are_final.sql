-- Decisions that a moderator took back, in versions between 1.0 and this one. They never stood.
DELETE FROM "listing_moves" WHERE "undone_at" IS NOT NULL;--> statement-breakpoint
-- These versions deleted the rest of a removed listing some seconds after its removal. What a stopped process has left:
UPDATE "deliveries" SET "state" = 'cancelled', "finished_at" = now() WHERE "state" IN ('pending', 'held') AND "bot_id" IN (SELECT "bot_id" FROM "webhooks" JOIN "bots" ON "bots"."id" = "bot_id" WHERE "bots"."state" = 'removed');--> statement-breakpoint
DELETE FROM "replays" WHERE "bot_id" IN (SELECT "id" FROM "bots" WHERE "state" = 'removed');--> statement-breakpoint
DELETE FROM "webhooks" WHERE "bot_id" IN (SELECT "id" FROM "bots" WHERE "state" = 'removed');--> statement-breakpoint
DELETE FROM "listing_edits" WHERE "state" IN ('waiting', 'public') AND "bot_id" IN (SELECT "id" FROM "bots" WHERE "state" = 'removed');--> statement-breakpoint
DELETE FROM "listing_images" USING "bots" WHERE "bots"."id" = "bot_id" AND "bots"."state" = 'removed' AND ("bots"."screenshots" @> jsonb_build_array(jsonb_build_object('hash', "hash")) OR "bots"."screenshots" @> jsonb_build_array(jsonb_build_object('thumbnailHash', "hash"))) AND "hash" IS DISTINCT FROM "banner_hash" AND "hash" IS DISTINCT FROM "banner_thumbnail_hash" AND NOT "text_images" @> jsonb_build_array(jsonb_build_object('hash', "hash"));--> statement-breakpoint
UPDATE "bots" SET "screenshots" = '[]' WHERE "state" = 'removed' AND "screenshots" <> '[]';--> statement-breakpoint
-- Reason: no release has used these columns.
-- squawk-ignore ban-drop-column
ALTER TABLE "listing_moves" DROP COLUMN "undone_at";--> statement-breakpoint
-- Reason: as above.
-- squawk-ignore ban-drop-column
ALTER TABLE "listing_moves" DROP COLUMN "revision";
