ALTER TABLE "features" DROP CONSTRAINT "features_lengths";--> statement-breakpoint
ALTER TABLE "features" ADD COLUMN "reasons" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
-- The table has a few rows. Nobody has said their language: English is that of readers of any other one.
UPDATE "features" SET "reasons" = jsonb_build_object('en', "reason") WHERE "reason" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "features" ADD CONSTRAINT "features_lengths" CHECK (octet_length(reasons::text) <= 20000) NOT VALID;
