CREATE TABLE "unused_archive_files" (
	"file" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
