CREATE TABLE "zones" (
	"id" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"list" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text
);
--> statement-breakpoint
ALTER TABLE "zones" ADD CONSTRAINT "zones_changed_by_operators_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."operators"("id") ON DELETE set null ON UPDATE no action;