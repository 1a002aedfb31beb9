-- squawk-disable-assume-in-transaction
-- After an attempt that was interrupted, an invalid index is left.
DROP INDEX CONCURRENTLY IF EXISTS "bots_translated_0";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bots_translated_0" ON "bots" USING gin ("translated_words") WHERE state = 'approved' and popularity = 0 and translated_words is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bots_translated_1";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bots_translated_1" ON "bots" USING gin ("translated_words") WHERE state = 'approved' and popularity = 1 and translated_words is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bots_translated_2";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bots_translated_2" ON "bots" USING gin ("translated_words") WHERE state = 'approved' and popularity = 2 and translated_words is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bots_translated_3";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bots_translated_3" ON "bots" USING gin ("translated_words") WHERE state = 'approved' and popularity = 3 and translated_words is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bots_translated_4";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bots_translated_4" ON "bots" USING gin ("translated_words") WHERE state = 'approved' and popularity = 4 and translated_words is not null;