CREATE TABLE "text_image_fetches" (
	"bot_id" text PRIMARY KEY NOT NULL,
	"revision" integer NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "text_image_fetches" ADD CONSTRAINT "text_image_fetches_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "text_image_fetches_due" ON "text_image_fetches" USING btree ("due_at");