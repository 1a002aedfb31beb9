-- Reason: no release has read this column.
-- squawk-ignore ban-drop-column
ALTER TABLE "features" DROP COLUMN "reason";--> statement-breakpoint
ALTER TABLE "features" VALIDATE CONSTRAINT "features_lengths";
