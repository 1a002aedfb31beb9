CREATE TABLE "jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "retention_marks" (
	"subject" text PRIMARY KEY NOT NULL,
	"position" uuid NOT NULL
);
