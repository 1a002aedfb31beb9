CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
ALTER TABLE "bot_stats" ADD COLUMN "active_hour" timestamp (3) with time zone GENERATED ALWAYS AS (date_trunc('hour', checked_in_at at time zone 'UTC') at time zone 'UTC') STORED;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', short_description), 'B')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "bot_stats_votes" ON "bot_stats" USING btree ("vote_count","bot_id");--> statement-breakpoint
CREATE INDEX "bot_stats_servers" ON "bot_stats" USING btree (coalesce(server_count, -1),"bot_id");--> statement-breakpoint
CREATE INDEX "bot_stats_active" ON "bot_stats" USING btree (coalesce(active_hour, '-infinity'),"bot_id");--> statement-breakpoint
CREATE INDEX "bots_search" ON "bots" USING gin ("search");--> statement-breakpoint
CREATE INDEX "bots_name_words" ON "bots" USING gin (name gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "bots_name_start" ON "bots" USING btree (lower(name) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "bots_tags" ON "bots" USING gin ("tags") WHERE state = 'approved';