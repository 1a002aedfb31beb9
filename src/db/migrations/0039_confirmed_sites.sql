ALTER TABLE "bot_owners" ADD COLUMN "site_url" text;--> statement-breakpoint
ALTER TABLE "bot_owners" ADD COLUMN "site_method" text;--> statement-breakpoint
ALTER TABLE "bot_owners" ADD COLUMN "site_confirmed_at" timestamp (3) with time zone;