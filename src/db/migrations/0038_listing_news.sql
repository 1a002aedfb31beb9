CREATE TABLE "listing_news" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bot_id" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "listing_news" ADD CONSTRAINT "listing_news_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_news_of_bot" ON "listing_news" USING btree ("bot_id","id");