-- The second step reads the whole table. Votes are cast and listed meanwhile: SHARE UPDATE EXCLUSIVE blocks neither.
ALTER TABLE "votes" VALIDATE CONSTRAINT "votes_month";
