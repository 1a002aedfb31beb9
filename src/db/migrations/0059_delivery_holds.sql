CREATE TABLE "replays" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bot_id" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone NOT NULL,
	"states" text[] NOT NULL,
	"voter_id" text,
	"per_second" smallint NOT NULL,
	"total" integer NOT NULL,
	"sent" integer DEFAULT 0 NOT NULL,
	"place_at" timestamp (3) with time zone,
	"place_id" uuid,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "replays_state" CHECK ("replays"."state" in ('running', 'stopped', 'finished'))
);--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "delivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "format" text DEFAULT 'contract' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "next_sealed_secret" "bytea";--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "next_secret_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "failing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "failed_in_row" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "hold_after" smallint;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "hold" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "held_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "probe_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "probe_id" uuid;--> statement-breakpoint
ALTER TABLE "replays" ADD CONSTRAINT "replays_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replays_of_bot" ON "replays" USING btree ("bot_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "replays_running" ON "replays" USING btree ("bot_id") WHERE state = 'running';--> statement-breakpoint
-- Not validated: the rows before have a narrower rule, and validating reads the table under a lock.
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_state";--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_state" CHECK ("deliveries"."state" in ('pending', 'delivered', 'failed', 'cancelled', 'held')) NOT VALID;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_format" CHECK ("webhooks"."format" in ('contract', 'discord', 'slack', 'topgg')) NOT VALID;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_hold" CHECK ("webhooks"."hold" in ('paused', 'failing', 'releasing')) NOT VALID;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_hold_after" CHECK ("webhooks"."hold_after" in (3, 10, 50)) NOT VALID;