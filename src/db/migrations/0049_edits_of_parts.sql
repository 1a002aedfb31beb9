-- squawk-disable-assume-in-transaction
ALTER TABLE "listing_edits" ADD COLUMN IF NOT EXISTS "part" text DEFAULT 'text' NOT NULL;--> statement-breakpoint
-- After an attempt that was interrupted, an invalid index is left.
DROP INDEX CONCURRENTLY IF EXISTS "listing_edits_open_part";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "listing_edits_open_part" ON "listing_edits" USING btree ("bot_id","part","state") WHERE state in ('waiting', 'public');--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "listing_edits_open";
