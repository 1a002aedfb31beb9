-- The first of three steps that put the votes into monthly partitions. Each step runs in a transaction of its own.
-- The table of today becomes the partition of all votes before a month. This check proves later that it holds no
-- others. NOT VALID: nothing is read, so the lock lasts milliseconds. The month begins at least four weeks from now.
-- Reason: the month is computed, and the constraint is NOT VALID.
DO $$
DECLARE
  boundary timestamptz := date_trunc('month', (now() AT TIME ZONE 'UTC') + interval '2 months') AT TIME ZONE 'UTC';
BEGIN
  -- A dump of the database holds a lock for minutes. Whoever waits for it blocks all votes that come later, so this
  -- waits for half a second at a time.
  LOOP
    BEGIN
      SET LOCAL lock_timeout = '500ms';
      LOCK TABLE "public"."votes" IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(1);
    END;
  END LOOP;
  SET LOCAL lock_timeout = 0;
  EXECUTE format(
    'ALTER TABLE "public"."votes" ADD CONSTRAINT "votes_month" CHECK ("voted_at" < %L) NOT VALID', boundary
  );
END $$;
