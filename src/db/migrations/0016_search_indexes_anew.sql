-- The last migration wrote every row again. In the lists of a GIN index, the first pages would now be empty, and
-- PostgreSQL would take the longest list for the shortest. A transaction cannot leave out the rows that it replaced.
REINDEX TABLE "bots";
