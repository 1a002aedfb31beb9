-- The third step changes the catalog only: the validated check, the primary key and the foreign key of the old table
-- fit the partitioned one, so nothing is read or built. The version before uses the new table under the same name.
-- The partitions are in a schema of their own, beside the tables of the service. The last one has no end, so that a vote
-- always finds a partition. The workers cut months off it before they begin.
-- Reason: the name of the partition is computed. Renaming the old table breaks nobody, because a new one has its name.
DO $$
DECLARE
  boundary timestamptz;
  old_votes text;
BEGIN
  -- The foreign key has triggers on "bots", which are exchanged. Whoever casts a vote locks the tables in this order.
  -- Whoever lists votes locks them in the other one: half a second is less than the time after which PostgreSQL ends a
  -- statement because of a deadlock.
  LOOP
    BEGIN
      SET LOCAL lock_timeout = '500ms';
      LOCK TABLE "public"."bots" IN ACCESS EXCLUSIVE MODE;
      LOCK TABLE "public"."votes" IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(1);
    END;
  END LOOP;
  SET LOCAL lock_timeout = 0;
  SELECT substring(pg_get_constraintdef(oid) FROM '''([^'']+)''')::timestamptz INTO STRICT boundary
    FROM pg_constraint WHERE conrelid = '"public"."votes"'::regclass AND conname = 'votes_month';
  old_votes := 'votes_until_' || to_char(boundary AT TIME ZONE 'UTC', 'YYYY_MM');
  CREATE SCHEMA IF NOT EXISTS "vote_months";
  ALTER TABLE "public"."votes" SET SCHEMA "vote_months";
  EXECUTE format('ALTER TABLE "vote_months"."votes" RENAME TO %I', old_votes);
  CREATE TABLE "public"."votes" (
    "bot_id" text NOT NULL,
    "user_id" text NOT NULL,
    "voted_at" timestamp (3) with time zone NOT NULL,
    CONSTRAINT "votes_bot_id_voted_at_user_id_pk" PRIMARY KEY("bot_id","voted_at","user_id"),
    CONSTRAINT "votes_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id")
      ON DELETE no action ON UPDATE no action
  ) PARTITION BY RANGE ("voted_at");
  EXECUTE format(
    'ALTER TABLE "public"."votes" ATTACH PARTITION "vote_months".%I FOR VALUES FROM (MINVALUE) TO (%L)',
    old_votes, boundary
  );
  EXECUTE format('ALTER TABLE "vote_months".%I DROP CONSTRAINT "votes_month"', old_votes);
  EXECUTE format(
    'CREATE TABLE "vote_months"."votes_rest" PARTITION OF "public"."votes" FOR VALUES FROM (%L) TO (MAXVALUE)', boundary
  );
END $$;
