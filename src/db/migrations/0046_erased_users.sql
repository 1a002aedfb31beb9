CREATE TABLE "erased_users" (
	"user_id" text PRIMARY KEY NOT NULL,
	"windows_end_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bot_owners" ADD COLUMN "invited_at" timestamp (3) with time zone;