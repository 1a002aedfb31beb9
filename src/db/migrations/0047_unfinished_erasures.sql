CREATE TABLE "unfinished_erasures" (
	"user_id" text PRIMARY KEY NOT NULL,
	"removes_listings" boolean NOT NULL
);
