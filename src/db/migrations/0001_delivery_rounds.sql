ALTER TABLE "deliveries" ADD COLUMN "round" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "round" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "retry_after_seconds" integer;--> statement-breakpoint
ALTER TABLE "delivery_attempts" DROP CONSTRAINT "delivery_attempts_delivery_id_number_pk";--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_round_number_pk" PRIMARY KEY("delivery_id","round","number");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree (coalesce("next_attempt_at", "dispatched_at")) WHERE state = 'pending' and dispatched_at is not null;--> statement-breakpoint
CREATE INDEX "deliveries_failed" ON "deliveries" USING btree ("bot_id","created_at") WHERE state = 'failed';
