CREATE TABLE "alert_rules" (
	"rule" text PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"minutes" integer,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" text PRIMARY KEY NOT NULL,
	"cause" text,
	"rule" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"taken_at" timestamp with time zone,
	"taken_by" text,
	"snoozed_until" timestamp with time zone,
	"content" "bytea" NOT NULL,
	CONSTRAINT "alerts_cause_unique" UNIQUE("cause")
);
--> statement-breakpoint
CREATE TABLE "silenced_rules" (
	"id" text PRIMARY KEY NOT NULL,
	"owner" text,
	"rule" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_changed_by_operators_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."operators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_taken_by_operators_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."operators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "silenced_rules" ADD CONSTRAINT "silenced_rules_owner_operators_id_fk" FOREIGN KEY ("owner") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_opened" ON "alerts" USING btree ("opened_at");