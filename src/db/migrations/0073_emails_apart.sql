-- Reason: no release has this table.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "notice_sends_due";--> statement-breakpoint
ALTER TABLE "notice_sends" ADD COLUMN "is_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "notice_sends" SET "is_email" = true
WHERE "state" = 'waiting' AND "channel_id" IN (SELECT "id" FROM "notice_channels" WHERE "kind" = 'email');--> statement-breakpoint
-- Reason: as above.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "notice_sends_due" ON "notice_sends" USING btree ("is_email","due_at") WHERE state = 'waiting';--> statement-breakpoint
-- As before, and notes which sendings are emails.
CREATE OR REPLACE FUNCTION add_notices(
  the_kind text, the_subject text, the_users text[], the_bot text, the_actor text, the_data jsonb, at timestamptz,
  send_at timestamptz
) RETURNS void LANGUAGE sql AS $$
  WITH told AS (
    SELECT users.id AS user_id, coalesce(setting.delivery, 'everywhere') AS delivery
    FROM users LEFT JOIN notice_settings setting ON setting.user_id = users.id AND setting.kind = the_kind
    WHERE users.id = ANY(the_users) AND users.id IS DISTINCT FROM the_actor
  ), added AS (
    INSERT INTO notices (user_id, kind, subject, bot_id, actor_id, data, created_at)
    SELECT user_id, the_kind, the_subject, the_bot, the_actor, the_data, at FROM told WHERE delivery <> 'none'
    -- In the same order everywhere, so that concurrent statements do not wait for each other in a circle.
    ORDER BY user_id
    ON CONFLICT (kind, subject, user_id) DO NOTHING
    RETURNING id, user_id
  )
  INSERT INTO notice_sends (notice_id, channel_id, is_email, due_at)
  SELECT added.id, channel.id, channel.kind = 'email', send_at
  FROM added JOIN told USING (user_id) JOIN notice_channels channel USING (user_id)
  WHERE told.delivery = 'everywhere' AND channel.confirmed_at IS NOT NULL
$$;
