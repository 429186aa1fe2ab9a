CREATE TABLE "arrived_bookings" (
	"id" text PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL,
	"last_received_at" timestamp with time zone NOT NULL,
	"vehicle_id" text,
	"vehicle_our_ref" text,
	"state" "bytea" NOT NULL,
	CONSTRAINT "arrived_bookings_version_unique" UNIQUE("version")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"token_id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"body_hash" text NOT NULL,
	"is_repeat" boolean NOT NULL,
	"is_unrecognised" boolean NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_mentions" (
	"id" text PRIMARY KEY NOT NULL,
	"delivery_id" text NOT NULL,
	"booking_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_tokens" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "webhook_tokens_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "webhook_mentions" ADD CONSTRAINT "webhook_mentions_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_tokens" ADD CONSTRAINT "webhook_tokens_created_by_operators_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."operators"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "arrived_bookings_received" ON "arrived_bookings" USING btree ("last_received_at");--> statement-breakpoint
CREATE INDEX "arrived_bookings_vehicle" ON "arrived_bookings" USING btree ("vehicle_id");--> statement-breakpoint
CREATE INDEX "arrived_bookings_vehicle_ref" ON "arrived_bookings" USING btree ("vehicle_our_ref");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_received" ON "webhook_deliveries" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_token" ON "webhook_deliveries" USING btree ("token_id","received_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_body" ON "webhook_deliveries" USING btree ("body_hash","received_at");--> statement-breakpoint
CREATE INDEX "webhook_mentions_booking" ON "webhook_mentions" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "webhook_mentions_delivery" ON "webhook_mentions" USING btree ("delivery_id");