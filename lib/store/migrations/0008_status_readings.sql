CREATE TABLE "status_readings" (
	"word" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"meaning" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"read_by" text
);
--> statement-breakpoint
ALTER TABLE "status_readings" ADD CONSTRAINT "status_readings_read_by_operators_id_fk" FOREIGN KEY ("read_by") REFERENCES "public"."operators"("id") ON DELETE set null ON UPDATE no action;