-- squawk-disable-assume-in-transaction
-- How soon a moderator should look: 0 for a report of severe harm, 1 for sensitive permissions, 2 for the rest. The
-- number has the bits of all permissions that can harm a server or that the platform has not documented;
-- test/domain/moderation/queue.test.ts compares it with the table of permissions.
CREATE OR REPLACE FUNCTION weight_of_invite(scopes text[], permissions text) RETURNS int
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN 'bot' = any(scopes)
    AND least(permissions::numeric, 9223372036854775807)::bigint & 9214506692614692926 <> 0 THEN 1 ELSE 2 END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION weight_of_report(category text) RETURNS int
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN category IN ('malicious', 'impersonation', 'abusive') THEN 0 ELSE 2 END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION weight_of_edit(reasons text[]) RETURNS int
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN 'permissions' = any(reasons) THEN 1 ELSE 2 END
$$;--> statement-breakpoint
-- After an attempt that was interrupted, an invalid index is left.
DROP INDEX CONCURRENTLY IF EXISTS "bots_triage";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bots_triage" ON "bots" USING btree (weight_of_invite(invite_scopes, invite_permissions),"state_changed_at","id") WHERE state = 'pending';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "reports_triage";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reports_triage" ON "reports" USING btree (weight_of_report(category),"created_at","id") WHERE closed_at is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "listing_edits_triage";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "listing_edits_triage" ON "listing_edits" USING btree (weight_of_edit(review_reasons),"edited_at","bot_id") WHERE state = 'waiting';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bots_queue";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "reports_queue";
