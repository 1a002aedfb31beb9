-- What charts read began to be kept later than the votes and server counts themselves.
INSERT INTO "daily_votes" ("bot_id", "day", "votes")
SELECT "bot_id", ("voted_at" AT TIME ZONE 'UTC')::date, count(*) FROM "votes" GROUP BY 1, 2
-- Of the day on which it began, only a part was counted.
ON CONFLICT ("bot_id", "day") DO UPDATE SET "votes" = greatest("daily_votes"."votes", excluded."votes");--> statement-breakpoint
INSERT INTO "daily_server_counts" ("bot_id", "day", "server_count")
SELECT "bot_id", ("server_count_changed_at" AT TIME ZONE 'UTC')::date, "server_count" FROM "bot_stats"
WHERE "server_count" IS NOT NULL AND "server_count_changed_at" IS NOT NULL
ON CONFLICT ("bot_id", "day") DO NOTHING;
