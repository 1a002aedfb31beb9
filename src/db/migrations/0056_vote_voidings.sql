CREATE TABLE "vote_voidings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bot_id" text NOT NULL,
	"user_id" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"votes" integer NOT NULL,
	"first_vote_at" timestamp (3) with time zone NOT NULL,
	"last_vote_at" timestamp (3) with time zone NOT NULL,
	"restored_at" timestamp (3) with time zone,
	"restored_by" text
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "voiding_id" uuid;--> statement-breakpoint
ALTER TABLE "vote_windows" ADD COLUMN "voided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "votes" ADD COLUMN "voiding_id" uuid;--> statement-breakpoint
ALTER TABLE "vote_voidings" ADD CONSTRAINT "vote_voidings_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vote_voidings_of_bot" ON "vote_voidings" USING btree ("bot_id","id");