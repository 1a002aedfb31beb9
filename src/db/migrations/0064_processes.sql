CREATE UNLOGGED TABLE "processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivers" boolean NOT NULL,
	"key_ids" text[] NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
