-- UPGRADING.md says how to put the votes back.
-- Reason: votes that an unreleased version moved into files would vanish from the log.
DO $$ BEGIN
  IF EXISTS (SELECT FROM "vote_archives") THEN
    RAISE EXCEPTION 'Votes are in files of ARCHIVE_DIR: put them back into the database first (UPGRADING.md).';
  END IF;
END $$;--> statement-breakpoint
-- Reason: no released version has the table.
-- squawk-ignore ban-drop-table
DROP TABLE "archived_votes" CASCADE;--> statement-breakpoint
-- Reason: no released version has the table.
-- squawk-ignore ban-drop-table
DROP TABLE "unused_archive_files" CASCADE;--> statement-breakpoint
-- Reason: no released version has the table.
-- squawk-ignore ban-drop-table
DROP TABLE "vote_archives" CASCADE;
