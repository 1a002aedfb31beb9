DROP INDEX "bots_name_words";--> statement-breakpoint
DROP INDEX "bots_search";--> statement-breakpoint
-- The indexes that take their place are made when the words have been split anew: the next migration.
ALTER TABLE "bots" ADD COLUMN "popularity" smallint DEFAULT 4 NOT NULL;