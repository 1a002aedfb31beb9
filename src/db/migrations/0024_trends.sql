ALTER TABLE "bot_stats" ADD COLUMN "weekly_votes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_stats" ADD COLUMN "trend" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Reason: the table has one small row for each listing, so votes wait for a fraction of a second.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "bot_stats_trend" ON "bot_stats" USING btree ("trend","bot_id");