CREATE TABLE "desk_home" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"lat" double precision NOT NULL,
	"lng" double precision NOT NULL,
	"radius" double precision NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text
);
--> statement-breakpoint
CREATE TABLE "saved_areas" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"saved_by" text
);
--> statement-breakpoint
ALTER TABLE "desk_home" ADD CONSTRAINT "desk_home_changed_by_operators_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."operators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_areas" ADD CONSTRAINT "saved_areas_owner_operators_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_areas" ADD CONSTRAINT "saved_areas_saved_by_operators_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."operators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_areas_owner" ON "saved_areas" USING btree ("owner");