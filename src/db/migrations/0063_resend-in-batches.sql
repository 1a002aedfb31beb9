-- squawk-disable-assume-in-transaction
ALTER TABLE "webhooks" ADD COLUMN IF NOT EXISTS "resend_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN IF NOT EXISTS "resend_until" timestamp (3) with time zone;--> statement-breakpoint
-- After an attempt that was interrupted, an invalid index is left.
DROP INDEX CONCURRENTLY IF EXISTS "webhooks_resending";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhooks_resending" ON "webhooks" USING btree ("bot_id") WHERE resend_until is not null;
