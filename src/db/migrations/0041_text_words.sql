-- squawk-disable-assume-in-transaction
-- No release has them, and each row that is written would split its texts for them.
DROP INDEX CONCURRENTLY IF EXISTS "bots_texts_0";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bots_texts_1";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bots_texts_2";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bots_texts_3";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bots_texts_4";--> statement-breakpoint
-- Reason: it writes rows only, in batches, so that edits of listings do not wait.
DO $$
BEGIN
  LOOP
    UPDATE bots SET name = name WHERE id IN (SELECT id FROM bots WHERE text_words IS NULL LIMIT 500);
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END
$$;--> statement-breakpoint
-- After an attempt that was interrupted, an invalid index is left.
DROP INDEX CONCURRENTLY IF EXISTS "bots_text_words_0";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bots_text_words_0" ON "bots" USING gin ("text_words") WHERE state = 'approved' and popularity = 0;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bots_text_words_1";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bots_text_words_1" ON "bots" USING gin ("text_words") WHERE state = 'approved' and popularity = 1;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bots_text_words_2";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bots_text_words_2" ON "bots" USING gin ("text_words") WHERE state = 'approved' and popularity = 2;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bots_text_words_3";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bots_text_words_3" ON "bots" USING gin ("text_words") WHERE state = 'approved' and popularity = 3;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "bots_text_words_4";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bots_text_words_4" ON "bots" USING gin ("text_words") WHERE state = 'approved' and popularity = 4;
