CREATE TABLE "favourites" (
	"bot_id" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "favourites_bot_id_user_id_pk" PRIMARY KEY("bot_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourites" ADD CONSTRAINT "favourites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "favourites_of_user" ON "favourites" USING btree ("user_id","created_at","bot_id");--> statement-breakpoint
-- The embedded database has one session, which cannot build an index concurrently. Where votes cannot wait, build it
-- concurrently before the upgrade: then this statement does nothing (UPGRADING.md).
-- Reason: votes wait for about a second for a million rows.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX IF NOT EXISTS "vote_windows_of_user" ON "vote_windows" USING btree ("user_id");--> statement-breakpoint
-- Last: whoever casts a vote locks the tables in this order. The other way round, the two waited for each other, and the
-- migration was tried again for as long as votes came in.
ALTER TABLE "bot_stats" ADD COLUMN "report_interval_seconds" integer;
