CREATE TABLE "encryption_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"is_current" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "owned_since" timestamp (3) with time zone DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
ALTER TABLE "listing_moves" ADD COLUMN "votes_before" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "encryption_keys_current" ON "encryption_keys" USING btree ("is_current") WHERE is_current;