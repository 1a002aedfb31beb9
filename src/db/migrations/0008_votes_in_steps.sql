DROP INDEX "bot_stats_votes";--> statement-breakpoint
ALTER TABLE "bot_stats" ADD COLUMN "listed_vote_count" bigint GENERATED ALWAYS AS (vote_count - vote_count % case when vote_count < 100 then 1 when vote_count < 10000 then 10 else 100 end) STORED;--> statement-breakpoint
CREATE INDEX "bot_stats_votes" ON "bot_stats" USING btree ("listed_vote_count","bot_id");