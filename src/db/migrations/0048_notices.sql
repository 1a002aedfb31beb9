CREATE TABLE "news_fan_outs" (
	"news_id" uuid PRIMARY KEY NOT NULL,
	"up_to" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"address" jsonb NOT NULL,
	"address_key" text NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"code_hash" "bytea",
	"code_until" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "notice_channels_kind" CHECK ("notice_channels"."kind" in ('push', 'email', 'discord', 'slack'))
);
--> statement-breakpoint
CREATE TABLE "notice_sends" (
	"notice_id" bigint NOT NULL,
	"channel_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"failure" text,
	CONSTRAINT "notice_sends_notice_id_channel_id_pk" PRIMARY KEY("notice_id","channel_id"),
	CONSTRAINT "notice_sends_state" CHECK ("notice_sends"."state" in ('waiting', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "notice_settings" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"delivery" text NOT NULL,
	CONSTRAINT "notice_settings_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "notice_settings_delivery" CHECK ("notice_settings"."delivery" in ('none', 'site', 'everywhere'))
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"bot_id" text,
	"actor_id" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"public_key" text NOT NULL,
	"sealed_private_key" "bytea" NOT NULL,
	CONSTRAINT "push_keys_one" CHECK ("push_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "reminder_wishes" (
	"user_id" text NOT NULL,
	"bot_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reminder_wishes_user_id_bot_id_pk" PRIMARY KEY("user_id","bot_id")
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"bot_id" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"start_at" timestamp (3) with time zone NOT NULL,
	"is_ended" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "reminds_favourites" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "news_fan_outs" ADD CONSTRAINT "news_fan_outs_news_id_listing_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "public"."listing_news"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_channels" ADD CONSTRAINT "notice_channels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_sends" ADD CONSTRAINT "notice_sends_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_sends" ADD CONSTRAINT "notice_sends_channel_id_notice_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notice_channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_settings" ADD CONSTRAINT "notice_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_wishes" ADD CONSTRAINT "reminder_wishes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_wishes" ADD CONSTRAINT "reminder_wishes_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notice_channels_once" ON "notice_channels" USING btree ("user_id","address_key");--> statement-breakpoint
CREATE UNIQUE INDEX "notice_channels_push" ON "notice_channels" USING btree ("address_key") WHERE kind = 'push';--> statement-breakpoint
CREATE INDEX "notice_sends_due" ON "notice_sends" USING btree ("due_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "notice_sends_of_channel" ON "notice_sends" USING btree ("channel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notices_once" ON "notices" USING btree ("kind","subject","user_id");--> statement-breakpoint
CREATE INDEX "notices_of_user" ON "notices" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notices_of_bot" ON "notices" USING btree ("bot_id") WHERE bot_id is not null;--> statement-breakpoint
CREATE INDEX "notices_by_age" ON "notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "reminder_wishes_of_bot" ON "reminder_wishes" USING btree ("bot_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reminders_once" ON "reminders" USING btree ("user_id","bot_id");--> statement-breakpoint
CREATE INDEX "reminders_of_bot" ON "reminders" USING btree ("bot_id");--> statement-breakpoint
CREATE INDEX "reminders_start" ON "reminders" USING btree ("start_at");--> statement-breakpoint
-- Tells users of an event, once: a repetition changes nothing. Who caused it is not told, and erased users are left out.
-- A notice that a user wants everywhere also goes into the outbox of each of their channels, to leave at `send_at`.
CREATE FUNCTION add_notices(
  the_kind text, the_subject text, the_users text[], the_bot text, the_actor text, the_data jsonb, at timestamptz,
  send_at timestamptz
) RETURNS void LANGUAGE sql AS $$
  WITH told AS (
    SELECT users.id AS user_id, coalesce(setting.delivery, 'everywhere') AS delivery
    FROM users LEFT JOIN notice_settings setting ON setting.user_id = users.id AND setting.kind = the_kind
    WHERE users.id = ANY(the_users) AND users.id IS DISTINCT FROM the_actor
  ), added AS (
    INSERT INTO notices (user_id, kind, subject, bot_id, actor_id, data, created_at)
    SELECT user_id, the_kind, the_subject, the_bot, the_actor, the_data, at FROM told WHERE delivery <> 'none'
    -- In the same order everywhere, so that concurrent statements do not wait for each other in a circle.
    ORDER BY user_id
    ON CONFLICT (kind, subject, user_id) DO NOTHING
    RETURNING id, user_id
  )
  INSERT INTO notice_sends (notice_id, channel_id, due_at)
  SELECT added.id, channel.id, send_at
  FROM added JOIN told USING (user_id) JOIN notice_channels channel USING (user_id)
  WHERE told.delivery = 'everywhere' AND channel.confirmed_at IS NOT NULL
$$;
