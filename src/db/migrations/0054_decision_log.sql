-- squawk-disable-assume-in-transaction
-- After an attempt that was interrupted, an invalid index is left.
DROP INDEX CONCURRENTLY IF EXISTS "listing_edits_decided";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "listing_edits_decided" ON "listing_edits" USING btree ("decided_at") WHERE decided_at is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "listing_moves_decided";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "listing_moves_decided" ON "listing_moves" USING btree ("moved_at") WHERE to_state in ('approved', 'rejected', 'suspended') or taken_down is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "reports_closed";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reports_closed" ON "reports" USING btree ("closed_at","bot_id","id") WHERE closed_at is not null;
