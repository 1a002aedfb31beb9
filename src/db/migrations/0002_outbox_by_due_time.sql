DROP INDEX "bots_newest";--> statement-breakpoint
DROP INDEX "deliveries_outbox";--> statement-breakpoint
DROP INDEX "deliveries_due";--> statement-breakpoint
DROP INDEX "deliveries_of_bot";--> statement-breakpoint
DROP INDEX "delivery_attempts_of_bot";--> statement-breakpoint
CREATE INDEX "bots_newest" ON "bots" USING btree ("created_at","id") WHERE state = 'approved';--> statement-breakpoint
CREATE INDEX "deliveries_outbox" ON "deliveries" USING btree (coalesce("next_attempt_at", "created_at")) WHERE state = 'pending' and dispatched_at is null;--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree (coalesce("next_attempt_at", "dispatched_at"),"id") WHERE state = 'pending' and dispatched_at is not null;--> statement-breakpoint
CREATE INDEX "deliveries_of_bot" ON "deliveries" USING btree ("bot_id","created_at");--> statement-breakpoint
CREATE INDEX "delivery_attempts_of_bot" ON "delivery_attempts" USING btree ("bot_id","started_at");