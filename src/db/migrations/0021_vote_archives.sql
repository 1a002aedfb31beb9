CREATE TABLE "archived_votes" (
	"bot_id" text NOT NULL,
	"oldest_at" timestamp (3) with time zone NOT NULL,
	"oldest_by" text NOT NULL,
	"newest_at" timestamp (3) with time zone NOT NULL,
	"votes" integer NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"position" bigint NOT NULL,
	"length" integer NOT NULL,
	CONSTRAINT "archived_votes_bot_id_oldest_at_oldest_by_pk" PRIMARY KEY("bot_id","oldest_at","oldest_by")
);
--> statement-breakpoint
CREATE TABLE "vote_archives" (
	"until" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"votes" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"archived_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "archived_votes" ADD CONSTRAINT "archived_votes_until_vote_archives_until_fk" FOREIGN KEY ("until") REFERENCES "public"."vote_archives"("until") ON DELETE no action ON UPDATE no action;