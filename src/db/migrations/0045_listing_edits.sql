CREATE TABLE "listing_edits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "listing_edits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bot_id" text NOT NULL,
	"user_id" text NOT NULL,
	"edited_at" timestamp (3) with time zone NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"review_reasons" text[] DEFAULT '{}' NOT NULL,
	"state" text NOT NULL,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "listing_edits_state" CHECK ("listing_edits"."state" in ('waiting', 'public', 'accepted', 'refused', 'reverted'))
);
--> statement-breakpoint
ALTER TABLE "listing_moves" ADD COLUMN "revision" integer;--> statement-breakpoint
ALTER TABLE "listing_moves" ADD COLUMN "content" text;--> statement-breakpoint
ALTER TABLE "listing_edits" ADD CONSTRAINT "listing_edits_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "listing_edits_open" ON "listing_edits" USING btree ("bot_id","state") WHERE state in ('waiting', 'public');--> statement-breakpoint
CREATE INDEX "listing_edits_queue" ON "listing_edits" USING btree ("state","edited_at","bot_id") WHERE state in ('waiting', 'public');--> statement-breakpoint
CREATE INDEX "listing_edits_of_bot" ON "listing_edits" USING btree ("bot_id","id");