-- Listings that somebody else took over while what was before stayed in sight. Who submitted a removed one is not the owner
-- who had removed it; who submitted a rejected one anew, and so made it begin again, did not manage it. Who was a co-owner is not
-- known any more: for one of those the listing starts empty, too, and nothing of it is lost.
UPDATE "bots" SET "owned_since" = take_over."moved_at"
FROM (
  SELECT DISTINCT ON (move."bot_id") move."bot_id", move."moved_at"
  FROM "listing_moves" move JOIN "bots" listing ON listing."id" = move."bot_id"
  WHERE move."to_state" = 'pending' AND (
    move."from_state" = 'rejected' AND move."moved_at" = listing."created_at"
    OR move."from_state" = 'removed' AND move."user_id" IS DISTINCT FROM (
      SELECT earlier."user_id" FROM "listing_moves" earlier
      WHERE earlier."bot_id" = move."bot_id" AND earlier."id" < move."id" ORDER BY earlier."id" DESC LIMIT 1
    )
  )
  ORDER BY move."bot_id", move."id" DESC
) take_over
WHERE take_over."bot_id" = "bots"."id";--> statement-breakpoint
UPDATE "listing_moves" move SET "votes_before" = (
  SELECT count(*) FROM "votes" WHERE "votes"."bot_id" = listing."id" AND "votes"."voted_at" < listing."owned_since"
)
FROM "bots" listing
WHERE listing."id" = move."bot_id" AND listing."owned_since" = move."moved_at"
  AND move."to_state" = 'pending' AND move."from_state" IN ('removed', 'rejected');--> statement-breakpoint
UPDATE "bot_stats" SET "vote_count" = greatest(0, "vote_count" - move."votes_before")
FROM "listing_moves" move WHERE move."bot_id" = "bot_stats"."bot_id" AND move."votes_before" > 0;--> statement-breakpoint
DELETE FROM "daily_votes" USING "bots" listing
WHERE listing."id" = "daily_votes"."bot_id" AND "daily_votes"."day" < (listing."owned_since" AT TIME ZONE 'UTC')::date
  AND listing."owned_since" > '-infinity';--> statement-breakpoint
-- Of the day of a take-over, what was voted before it.
UPDATE "daily_votes" SET "votes" = "daily_votes"."votes" - before."votes"
FROM (
  SELECT listing."id", (listing."owned_since" AT TIME ZONE 'UTC')::date AS "day", count(*)::int AS "votes"
  FROM "bots" listing JOIN "votes" ON "votes"."bot_id" = listing."id" AND "votes"."voted_at" < listing."owned_since"
    AND "votes"."voted_at" >= date_trunc('day', listing."owned_since" AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
  WHERE listing."owned_since" > '-infinity'
  GROUP BY 1, 2
) before
WHERE before."id" = "daily_votes"."bot_id" AND before."day" = "daily_votes"."day";--> statement-breakpoint
DELETE FROM "daily_votes" USING "bots" listing
WHERE listing."id" = "daily_votes"."bot_id" AND listing."owned_since" > '-infinity' AND "daily_votes"."votes" <= 0;
--> statement-breakpoint
-- Server counts that nobody has reported since.
UPDATE "bot_stats" SET "server_count" = NULL, "server_count_changed_at" = NULL, "checked_in_at" = NULL
FROM "bots" listing WHERE listing."id" = "bot_stats"."bot_id" AND listing."owned_since" > '-infinity'
  AND coalesce("bot_stats"."checked_in_at", '-infinity') < listing."owned_since";--> statement-breakpoint
DELETE FROM "daily_server_counts" USING "bots" listing
WHERE listing."id" = "daily_server_counts"."bot_id" AND listing."owned_since" > '-infinity' AND (
  "daily_server_counts"."day" < (listing."owned_since" AT TIME ZONE 'UTC')::date
  OR NOT EXISTS (SELECT FROM "bot_stats" WHERE "bot_stats"."bot_id" = listing."id" AND "bot_stats"."checked_in_at" IS NOT NULL)
);
