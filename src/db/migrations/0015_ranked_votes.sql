-- The next ranking fills it, a batch at a time. Until then searches look the votes up.
ALTER TABLE "bots" ADD COLUMN "ranked_votes" bigint;
