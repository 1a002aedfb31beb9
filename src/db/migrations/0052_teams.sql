CREATE TABLE "listing_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "listing_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bot_id" text NOT NULL,
	"kind" text NOT NULL,
	"user_id" text,
	"other_id" text,
	"role" text,
	"fields" text[] DEFAULT '{}' NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listing_transfers" (
	"bot_id" text PRIMARY KEY NOT NULL,
	"from_id" text NOT NULL,
	"to_id" text NOT NULL,
	"offered_at" timestamp (3) with time zone NOT NULL,
	"owner_stays" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bot_owners" ADD COLUMN "role" text DEFAULT 'manage' NOT NULL;--> statement-breakpoint
ALTER TABLE "bot_owners" ADD COLUMN "reads_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "bot_owners" ADD COLUMN "invited_by" text;--> statement-breakpoint
ALTER TABLE "listing_events" ADD CONSTRAINT "listing_events_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_transfers" ADD CONSTRAINT "listing_transfers_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_transfers" ADD CONSTRAINT "listing_transfers_from_id_users_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_transfers" ADD CONSTRAINT "listing_transfers_to_id_users_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_events_of_bot" ON "listing_events" USING btree ("bot_id","id");--> statement-breakpoint
CREATE INDEX "listing_transfers_from" ON "listing_transfers" USING btree ("from_id");--> statement-breakpoint
CREATE INDEX "listing_transfers_to" ON "listing_transfers" USING btree ("to_id");--> statement-breakpoint
-- Not validated: all rows before have the default, and validating reads the table under a lock.
ALTER TABLE "bot_owners" ADD CONSTRAINT "bot_owners_role" CHECK ("bot_owners"."role" in ('manage', 'reports')) NOT VALID;--> statement-breakpoint
ALTER TABLE "bot_owners" ADD CONSTRAINT "bot_owners_reader" CHECK ("bot_owners"."role" = 'manage' or "bot_owners"."accepted_at" is null) NOT VALID;