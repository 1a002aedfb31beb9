-- squawk-disable-assume-in-transaction
-- After an attempt that was interrupted, an invalid index is left.
DROP INDEX CONCURRENTLY IF EXISTS "deliveries_to_tell";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "deliveries_to_tell" ON "deliveries" USING btree ("id") WHERE state in ('cancelled', 'held') and next_attempt_at is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "deliveries_held";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "deliveries_held" ON "deliveries" USING btree ("bot_id","created_at") WHERE state = 'held';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "webhooks_held";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhooks_held" ON "webhooks" USING btree ("bot_id") WHERE hold is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "deliveries_to_end";