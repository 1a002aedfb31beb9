CREATE TABLE "listing_texts" (
	"bot_id" text NOT NULL,
	"language" text NOT NULL,
	"name" text,
	"short_description" text,
	"long_description" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "listing_texts_bot_id_language_pk" PRIMARY KEY("bot_id","language")
);--> statement-breakpoint
ALTER TABLE "bots" ALTER COLUMN "search" DROP EXPRESSION;--> statement-breakpoint
ALTER TABLE "bots" ALTER COLUMN "search" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "text_language" text;--> statement-breakpoint
ALTER TABLE "bots" ADD COLUMN "text_words" "tsvector";--> statement-breakpoint
-- Nobody orders or joins by it, so ANALYZE need not read it.
ALTER TABLE "bots" ALTER COLUMN "text_words" SET STATISTICS 0;--> statement-breakpoint
ALTER TABLE "listing_texts" ADD CONSTRAINT "listing_texts_bot_id_bots_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."bots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_texts_look_alikes" ON "listing_texts" USING btree (name_skeleton(name)) WHERE name is not null;--> statement-breakpoint
-- Writes the words of a listing, with those of its translations. In `search` the part of its own texts is what the
-- generated column had. Punctuation is left out there, so that `discord.js` is two words. `text_words` has the stems of
-- all texts. One listing may have ten translations of 20 000 characters: the words of the first 100 000 characters fit
-- into a `tsvector` in every script.
CREATE FUNCTION write_listing_words() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  marks CONSTANT text := '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~';
  names text;
  lines text;
  texts text;
BEGIN
  SELECT string_agg(one.name, ' '), string_agg(one.short_description, ' '),
      string_agg(concat_ws(' ', one.name, one.short_description, one.long_description), ' ')
    INTO names, lines, texts FROM listing_texts one WHERE one.bot_id = NEW.id;
  texts := left(concat_ws(' ', NEW.name, NEW.short_description, NEW.long_description, texts), 100000);
  NEW.search := setweight(to_tsvector('simple', translate(concat_ws(' ', NEW.name, names), marks, repeat(' ', 32))), 'A')
    || setweight(to_tsvector('simple', translate(concat_ws(' ', NEW.short_description, lines), marks, repeat(' ', 32))), 'B');
  NEW.text_words := strip(to_tsvector('english', texts) || to_tsvector('german', texts)
    || jsonb_to_tsvector('english', NEW.commands, '["string"]') || jsonb_to_tsvector('german', NEW.commands, '["string"]'));
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "bots_words" BEFORE INSERT OR UPDATE OF "name", "short_description", "long_description", "commands" ON "bots" FOR EACH ROW EXECUTE FUNCTION write_listing_words();--> statement-breakpoint
-- A translation that changes or goes changes the words of its listing. The new row also makes kept pages out of date.
CREATE FUNCTION renew_listing_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE bots SET name = name WHERE id = coalesce(NEW.bot_id, OLD.bot_id);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "listing_texts_words" AFTER INSERT OR UPDATE OR DELETE ON "listing_texts" FOR EACH ROW EXECUTE FUNCTION renew_listing_words();