-- Reason: no release has this table, and it holds the votes of twelve hours at most.
-- squawk-ignore require-concurrent-index-deletion
DROP INDEX "reminders_start";--> statement-breakpoint
ALTER TABLE "reminders" ALTER COLUMN "id" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "reminders" ALTER COLUMN "start_at" SET DEFAULT now();--> statement-breakpoint
-- Reason: as above.
-- squawk-ignore require-concurrent-index-creation
CREATE INDEX "reminders_due" ON "reminders" USING btree ("due_at");
