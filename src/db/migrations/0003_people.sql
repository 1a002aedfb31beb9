CREATE TABLE "bot_avatars" (
	"bot_id" text PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"image" "bytea" NOT NULL,
	"hash" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_server_counts" (
	"bot_id" text NOT NULL,
	"day" date NOT NULL,
	"server_count" integer NOT NULL,
	CONSTRAINT "daily_server_counts_bot_id_day_pk" PRIMARY KEY("bot_id","day")
);
--> statement-breakpoint
CREATE TABLE "daily_votes" (
	"bot_id" text NOT NULL,
	"day" date NOT NULL,
	"votes" integer NOT NULL,
	CONSTRAINT "daily_votes_bot_id_day_pk" PRIMARY KEY("bot_id","day")
);
--> statement-breakpoint
CREATE TABLE "listing_moves" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "listing_moves_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bot_id" text NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"user_id" text NOT NULL,
	"reason" text,
	"moved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bot_id" text NOT NULL,
	"user_id" text NOT NULL,
	"category" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" text,
	"outcome" text,
	CONSTRAINT "reports_outcome" CHECK ("reports"."outcome" in ('acted', 'dismissed'))
);
--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "state_changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "invite_scopes" text[] DEFAULT '{bot,applications.commands}' NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "invite_permissions" text DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "prefix" text;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "website_url" text;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "support_url" text;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "source_url" text;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "privacy_url" text;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "follows_platform" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "platform_checked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "role" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "role_granted_by" text;--> statement-breakpoint
ALTER TABLE "bot_avatars" ADD CONSTRAINT "bot_avatars_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_server_counts" ADD CONSTRAINT "daily_server_counts_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "daily_votes" ADD CONSTRAINT "daily_votes_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_moves" ADD CONSTRAINT "listing_moves_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_moves_of_bot" ON "listing_moves" USING btree ("bot_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_open_of_user" ON "reports" USING btree ("bot_id","user_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "reports_queue" ON "reports" USING btree ("created_at","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "bots_queue" ON "bots" USING btree ("state_changed_at","id") WHERE state = 'pending';--> statement-breakpoint
ALTER TABLE "bots" ADD CONSTRAINT "bots_invite_permissions" CHECK ("bots"."invite_permissions" ~ '^[0-9]{1,20}$');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK ("users"."role" in ('moderator', 'admin'));