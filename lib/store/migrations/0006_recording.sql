CREATE TABLE "recorded_areas" (
	"id" text PRIMARY KEY NOT NULL,
	"search" "bytea" NOT NULL,
	"name" "bytea"
);
--> statement-breakpoint
CREATE TABLE "recording_segments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recording_segments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"area" text NOT NULL,
	"chunk" text NOT NULL,
	"kind" text NOT NULL,
	"base" text,
	"at" timestamp with time zone NOT NULL,
	"continues" text,
	"note" "bytea",
	"body" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "recording_segments_area" ON "recording_segments" USING btree ("area","at");--> statement-breakpoint
CREATE INDEX "recording_segments_chunk" ON "recording_segments" USING btree ("chunk");