CREATE TABLE "watch_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"vehicle_id" text NOT NULL,
	"owner" text,
	"added_by" text,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watched_vehicles" (
	"id" text PRIMARY KEY NOT NULL,
	"vehicle" text NOT NULL,
	"record" text,
	"record_read_at" timestamp with time zone,
	"report" text,
	"report_read_at" timestamp with time zone,
	"claimed_at" timestamp with time zone,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "watch_entries" ADD CONSTRAINT "watch_entries_vehicle_id_watched_vehicles_id_fk" FOREIGN KEY ("vehicle_id") REFERENCES "public"."watched_vehicles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_entries" ADD CONSTRAINT "watch_entries_owner_operators_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch_entries" ADD CONSTRAINT "watch_entries_added_by_operators_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."operators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "watch_entries_vehicle" ON "watch_entries" USING btree ("vehicle_id");--> statement-breakpoint
CREATE INDEX "watch_entries_owner" ON "watch_entries" USING btree ("owner");