ALTER TABLE "erased_users" ALTER COLUMN "windows_end_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "erased_users" ADD COLUMN "removes_listings" boolean;