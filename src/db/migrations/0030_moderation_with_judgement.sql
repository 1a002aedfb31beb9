-- The skeleton of a name: names that look alike have the same one. It drops case, accents, spaces, punctuation and
-- characters that nobody sees, and replaces letters of other scripts, and digits, by the Latin letters that they look
-- like. The pairs come from Unicode's table of confusable characters (UTS #39), as in the npm package unhomoglyph;
-- test/domain/moderation/look-alikes.test.ts compares them.
CREATE FUNCTION name_skeleton(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT coalesce(nullif(replace(replace(
    translate(
      lower(CASE WHEN name ~ '^[ -~]*$' THEN name ELSE translate(normalize(name, NFKD),
        U&'\01a7\03e8\14bf\a644\a6ef\a75a\01b7\021c\0417\04e0\2ccc\a76a\a7ab\+0118ca\+016f3b\+01d206\13ce'
          '\+0118af\01bc\+0118bb\0431\13ee\2cd2\+0118d5\+0104d2\+0118c6\+01d212\0222\0223\09ea\0a6a\0b03'
          '\+01031a\+01e8cb\09ed\0a67\0b68\0d6d\2cca\a76e\+0118ac\+0118cc\+0118d6\0251\0391\03b1\0410\0430\13aa'
          '\15c5\237a\a4ee\+0102a0\+016f40\0184\0392\0412\042c\13cf\13f4\1472\15af\15f7\a4d0\a7b4\+010282'
          '\+0102a1\+010301\03a3\03c2\0421\0441\13df\1d04\2ca4\2ca5\a4da\abaf\+0102a2\+010302\+010415\+01043d'
          '\+01051c\+0118e9\+0118f2\+01f74c\0501\13a0\13e7\146f\15de\15ea\a4d2\a4d3\0395\0415\0435\04bd\13ac'
          '\212e\22ff\2d39\a4f0\ab32\+010286\+0118a6\+0118ae\03dc\0584\15b4\1e9d\a4dd\a798\a799\ab35\+010287'
          '\+0102a5\+010525\+0118a2\+0118c2\+01d213\018d\0261\050c\0581\13c0\13f3\1d83\a4d6\0397\041d\04bb\0570'
          '\13bb\13c2\157c\2c8e\a4e7\+0102cf\037f\03f3\0408\0458\13ab\148d\a4d9\a7b2\039a\041a\13e6\16d5\2c94'
          '\a4d7\+010518\0131\0196\01c0\0269\026a\0399\03b9\0406\0456\04c0\04cf\05c0\05d5\05df\0627\0661\06f1'
          '\07ca\13a5\13de\14aa\16c1\2223\2373\23fd\2502\2c92\2cd0\2d4f\a4e1\a4f2\a647\ab75\+01028a\+010309'
          '\+010320\+01041b\+010526\+0118a3\+0118b2\+0118c3\+016f16\+016f28\+01d22a\+01e8c7\039c\03fa\041c\13b7'
          '\15f0\16d6\2c98\a4df\+0102b0\+010311\039d\0578\057c\2c9a\a4e0\+010513\039f\03bf\03c3\041e\043e\0555'
          '\0585\05e1\0647\0665\06be\06c1\06d5\06f5\07c0\0966\09e6\0a66\0ae6\0b20\0b66\0be6\0c02\0c66\0c82\0ce6'
          '\0d02\0d20\0d66\0d82\0e50\0ed0\101d\1040\10ff\12d0\1d0f\1d11\2c9e\2c9f\2d54\3007\a4f3\ab3d\+010292'
          '\+0102ab\+010404\+01042c\+0104c2\+0104ea\+010516\+0114d0\+0118b5\+0118c8\+0118d7\+0118e0\03a1\03c1'
          '\0420\0440\13e2\146d\2374\2ca2\2ca3\a4d1\+010295\051b\0563\0566\2d55\01a6\0433\13a1\13d2\1587\1d26'
          '\2c85\a4e3\ab47\ab48\ab81\+0104b4\+016f35\+01d216\01bd\0405\0455\054f\13d5\13da\a4e2\a731\abaa'
          '\+010296\+010420\+010448\+0118c1\+016f3a\03a4\0422\13a2\22a4\27d9\2ca6\a4d4\+010297\+0102b1\+010315'
          '\+0118bc\+016f0a\+01f768\028b\03c5\054d\057d\1200\144c\1d1c\222a\22c3\a4f4\a79f\ab4e\ab52\+0104ce'
          '\+0104f6\+0118b8\+0118d8\+016f42\03bd\0474\0475\05d8\0667\06f7\13d9\142f\1d20\2228\22c1\2d38\a4e6'
          '\a6df\aba9\+01051d\+011706\+0118a0\+0118c0\+016f08\+01d20d\026f\0461\051c\051d\0561\13b3\13d4\1d21'
          '\a4ea\ab83\+01170a\+01170e\+01170f\+0118e6\+0118ef\00d7\03a7\0425\0445\1541\157d\166d\166e\16b7\2573'
          '\292b\292c\2a2f\2cac\2d5d\a4eb\a7b3\+010290\+0102b4\+010317\+010322\+010527\+0118ec\0263\028f\03a5'
          '\03b3\0423\0443\04ae\04af\10e7\13a9\13bd\1d8c\1eff\2ca8\a4ec\ab5a\+0102b2\+0118a4\+0118dc\+016f43'
          '\0396\13c3\1d22\a4dc\ab93\+0102f5\+0118a9\+0118c4\+0118e5\0300\0301\0302\0303\0304\0305\0306\0307'
          '\0308\0309\030a\030b\030c\030d\030e\030f\0310\0311\0312\0313\0314\0315\0316\0317\0318\0319\031a\031b'
          '\031c\031d\031e\031f\0320\0321\0322\0323\0324\0325\0326\0327\0328\0329\032a\032b\032c\032d\032e\032f'
          '\0330\0331\0332\0333\0334\0335\0336\0337\0338\0339\033a\033b\033c\033d\033e\033f\0340\0341\0342\0343'
          '\0344\0345\0346\0347\0348\0349\034a\034b\034c\034d\034e\034f\0350\0351\0352\0353\0354\0355\0356\0357'
          '\0358\0359\035a\035b\035c\035d\035e\035f\0360\0361\0362\0363\0364\0365\0366\0367\0368\0369\036a\036b'
          '\036c\036d\036e\036f\00ad\034f\061c\180e\200b\200c\200d\200e\200f\2060\fe0e\fe0f\feff\2800\3164\00a9'
          '\00ae\2010\2011\2012\2013\2014\2015\2018\2019\201c\201d\2022\2212\30fb\00b7',
        '2222223333333333445566667778888888999999999aaaaaaaaaaabbbbbbbbbbbbbbccccccccccccccccccddddddddeeeeee'
          'eeeeeeeffffffffffffffgggggggghhhhhhhhhhjjjjjjjjkkkkkkklllllllllllllllllllllllllllllllllllllllllllllm'
          'mmmmmmmmmnnnnnnoooooooooooooooooooooooooooooooooooooooooooooooooooooooopppppppppppqqqqrrrrrrrrrrrrrr'
          'sssssssssssssstttttttttttttuuuuuuuuuuuuuuuuuuvvvvvvvvvvvvvvvvvvvvvwwwwwwwwwwwwwwwxxxxxxxxxxxxxxxxxxx'
          'xxxxyyyyyyyyyyyyyyyyyyyyzzzzzzzzz')
      END),
      'i1|0 !"#$%&''()*+,-./:;<=>?@[\]^_`{}~', 'lllo'),
    'rn', 'm'), 'vv', 'w'), ''), name)
$$;--> statement-breakpoint
CREATE TABLE "features" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bot_id" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"featured_until" timestamp (3) with time zone NOT NULL,
	"place" smallint NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"ended_by" text,
	CONSTRAINT "features_place" CHECK ("features"."place" between 1 and 12)
);
--> statement-breakpoint
CREATE TABLE "moderation_claims" (
	"bot_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"claimed_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bot_id" text NOT NULL,
	"user_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "listing_moves" ADD COLUMN "undone_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "features" ADD CONSTRAINT "features_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_claims" ADD CONSTRAINT "moderation_claims_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_notes" ADD CONSTRAINT "moderation_notes_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "features_open" ON "features" USING btree ("bot_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "features_until" ON "features" USING btree ("featured_until") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "features_of_bot" ON "features" USING btree ("bot_id","id");--> statement-breakpoint
CREATE INDEX "moderation_notes_of_bot" ON "moderation_notes" USING btree ("bot_id","id");--> statement-breakpoint
-- Reason: one row for each listing: 100 000 take about a second, in which listings cannot be changed.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "bots_look_alikes" ON "bots" USING btree (name_skeleton(name),"popularity","id") WHERE state <> 'removed';--> statement-breakpoint
-- Reason: a million users take about a second, in which nobody new can sign in.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "users_by_name" ON "users" USING btree (lower(name) text_pattern_ops);