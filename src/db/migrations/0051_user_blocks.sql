CREATE TABLE "user_blocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"user_hash" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by" text,
	"appeal" text,
	"appealed_at" timestamp (3) with time zone,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"answered_by" text,
	CONSTRAINT "user_blocks_kind" CHECK ("user_blocks"."kind" in ('vote', 'submit', 'report', 'sign_in'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "user_blocks_open" ON "user_blocks" USING btree ("user_id","kind") WHERE lifted_at is null;--> statement-breakpoint
CREATE INDEX "user_blocks_of_user" ON "user_blocks" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "user_blocks_appeals" ON "user_blocks" USING btree ("appealed_at","id") WHERE appealed_at is not null and answered_at is null and lifted_at is null;