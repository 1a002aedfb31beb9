CREATE TABLE "instance" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"places" text[] NOT NULL,
	"held" boolean NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "instance_single" CHECK ("instance"."id" = 1)
);
