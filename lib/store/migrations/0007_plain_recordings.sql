-- Recordings of the version before cannot be read any more. Areas that were named for it are still logged at the start.
TRUNCATE "recording_segments";--> statement-breakpoint
DELETE FROM "recorded_areas" WHERE "name" IS NULL;--> statement-breakpoint
ALTER TABLE "recording_segments" DROP COLUMN "base";
