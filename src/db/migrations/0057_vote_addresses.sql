CREATE UNLOGGED TABLE "vote_addresses" (
	"bot_id" text NOT NULL,
	"user_id" text NOT NULL,
	"voted_at" timestamp (3) with time zone NOT NULL,
	"address_hash" text NOT NULL,
	CONSTRAINT "vote_addresses_voted_at_bot_id_user_id_pk" PRIMARY KEY("voted_at","bot_id","user_id")
);
