ALTER TABLE "bots" ADD COLUMN "ranked_votes" bigint;--> statement-breakpoint
UPDATE "bots" SET "ranked_votes" = "listed_vote_count" FROM "bot_stats" WHERE "bot_id" = "id";
