-- squawk-disable-assume-in-transaction
-- After an attempt that was interrupted, an invalid index is left.
DROP INDEX CONCURRENTLY IF EXISTS "bots_languages";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bots_languages" ON "bots" USING gin ("languages") WHERE state = 'approved';
