-- squawk-disable-assume-in-transaction
-- After an attempt that was interrupted, an invalid index is left.
DROP INDEX CONCURRENTLY IF EXISTS "deliveries_of_state";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "deliveries_of_state" ON "deliveries" USING btree ("bot_id","state","created_at");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "deliveries_of_user";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "deliveries_of_user" ON "deliveries" USING btree ("bot_id","user_id","created_at");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "deliveries_to_end";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "deliveries_to_end" ON "deliveries" USING btree ("id") WHERE state = 'cancelled' and next_attempt_at is not null;
