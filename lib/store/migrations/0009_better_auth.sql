CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"config_id" text DEFAULT 'default' NOT NULL,
	"name" text,
	"start" text,
	"prefix" text,
	"key" text NOT NULL,
	"reference_id" text NOT NULL,
	"refill_interval" integer,
	"refill_amount" integer,
	"last_refill_at" timestamp with time zone,
	"enabled" boolean DEFAULT true NOT NULL,
	"rate_limit_enabled" boolean DEFAULT false NOT NULL,
	"rate_limit_time_window" integer,
	"rate_limit_max" integer,
	"request_count" integer DEFAULT 0 NOT NULL,
	"remaining" integer,
	"last_request" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"metadata" text,
	"permissions" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "api_keys_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"created_at" timestamp with time zone DEFAULT now(),
	"aaguid" text,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "banned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "ban_reason" text;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "ban_expires" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "impersonated_by" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_reference_id_operators_id_fk" FOREIGN KEY ("reference_id") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_operators_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_reference_id" ON "api_keys" USING btree ("reference_id");--> statement-breakpoint
CREATE INDEX "passkeys_user_id" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
UPDATE "operators" SET "banned" = true WHERE "disabled_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "operators" DROP COLUMN "disabled_at";--> statement-breakpoint
CREATE FUNCTION "operators_keep_administrator"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One change after the other, so that each counts what the one before has committed.
  PERFORM pg_advisory_xact_lock(hashtext('operators_keep_administrator'));
  IF NOT EXISTS (SELECT FROM operators WHERE role = 'administrator' AND NOT banned) THEN
    RAISE EXCEPTION 'last-administrator';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "operators_keep_administrator" AFTER UPDATE OR DELETE ON "operators"
  FOR EACH ROW WHEN (OLD.role = 'administrator' AND NOT OLD.banned)
  EXECUTE FUNCTION "operators_keep_administrator"();
