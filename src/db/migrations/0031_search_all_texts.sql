-- Reason: the embedded database cannot build an index concurrently. Searches go on meanwhile; edits of listings wait.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "bots_texts_0" ON "bots" USING gin ((to_tsvector('english', name || ' ' || short_description || ' ' || long_description) || to_tsvector('german', name || ' ' || short_description || ' ' || long_description) || jsonb_to_tsvector('english', commands, '["string"]') || jsonb_to_tsvector('german', commands, '["string"]'))) WHERE state = 'approved' and popularity = 0;--> statement-breakpoint
-- Reason: as above.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "bots_texts_1" ON "bots" USING gin ((to_tsvector('english', name || ' ' || short_description || ' ' || long_description) || to_tsvector('german', name || ' ' || short_description || ' ' || long_description) || jsonb_to_tsvector('english', commands, '["string"]') || jsonb_to_tsvector('german', commands, '["string"]'))) WHERE state = 'approved' and popularity = 1;--> statement-breakpoint
-- Reason: as above.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "bots_texts_2" ON "bots" USING gin ((to_tsvector('english', name || ' ' || short_description || ' ' || long_description) || to_tsvector('german', name || ' ' || short_description || ' ' || long_description) || jsonb_to_tsvector('english', commands, '["string"]') || jsonb_to_tsvector('german', commands, '["string"]'))) WHERE state = 'approved' and popularity = 2;--> statement-breakpoint
-- Reason: as above.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "bots_texts_3" ON "bots" USING gin ((to_tsvector('english', name || ' ' || short_description || ' ' || long_description) || to_tsvector('german', name || ' ' || short_description || ' ' || long_description) || jsonb_to_tsvector('english', commands, '["string"]') || jsonb_to_tsvector('german', commands, '["string"]'))) WHERE state = 'approved' and popularity = 3;--> statement-breakpoint
-- Reason: as above.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "bots_texts_4" ON "bots" USING gin ((to_tsvector('english', name || ' ' || short_description || ' ' || long_description) || to_tsvector('german', name || ' ' || short_description || ' ' || long_description) || jsonb_to_tsvector('english', commands, '["string"]') || jsonb_to_tsvector('german', commands, '["string"]'))) WHERE state = 'approved' and popularity = 4;--> statement-breakpoint
-- Without statistics, ANALYZE need not split all texts into words again.
ALTER INDEX "bots_texts_0" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "bots_texts_1" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "bots_texts_2" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "bots_texts_3" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "bots_texts_4" ALTER COLUMN 1 SET STATISTICS 0;