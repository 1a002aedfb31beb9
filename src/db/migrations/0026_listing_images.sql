CREATE TABLE "listing_images" (
	"bot_id" text NOT NULL,
	"hash" text NOT NULL,
	"media_type" text NOT NULL,
	"image" "bytea" NOT NULL,
	CONSTRAINT "listing_images_bot_id_hash_pk" PRIMARY KEY("bot_id","hash")
);
--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "banner_hash" text;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "text_images" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "text_images_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_images" ADD CONSTRAINT "listing_images_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Reason: only edits of listings wait, for about a second with 100 000 of them.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "bots_images_due" ON "bots" USING btree ("updated_at") WHERE text_images_revision <> revision
          and (long_description like '%![%' or text_images <> '[]' or banner_hash is not null);