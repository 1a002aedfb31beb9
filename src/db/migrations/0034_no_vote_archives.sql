-- Votes that an unreleased version moved into files would vanish from the log. UPGRADING.md says how to put them back.
DO $$ BEGIN
  IF EXISTS (SELECT FROM "vote_archives") THEN
    RAISE EXCEPTION 'Votes are in files of ARCHIVE_DIR: put them back into the database first (UPGRADING.md).';
  END IF;
END $$;--> statement-breakpoint
-- squawk-ignore ban-drop-table
DROP TABLE "archived_votes" CASCADE;--> statement-breakpoint
-- squawk-ignore ban-drop-table
DROP TABLE "unused_archive_files" CASCADE;--> statement-breakpoint
-- squawk-ignore ban-drop-table
DROP TABLE "vote_archives" CASCADE;
