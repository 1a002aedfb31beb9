CREATE TABLE "delivery_timings" (
	"bot_id" text NOT NULL,
	"day" date NOT NULL,
	"measure" text NOT NULL,
	"bucket" smallint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "delivery_timings_bot_id_day_measure_bucket_pk" PRIMARY KEY("bot_id","day","measure","bucket"),
	CONSTRAINT "delivery_timings_measure" CHECK ("delivery_timings"."measure" in ('attempt', 'delivered', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "response_headers" jsonb;--> statement-breakpoint
ALTER TABLE "delivery_timings" ADD CONSTRAINT "delivery_timings_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;