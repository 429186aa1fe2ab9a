ALTER TABLE "two_factors" ADD COLUMN "failed_verification_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "locked_until" timestamp with time zone;--> statement-breakpoint
CREATE FUNCTION "audit_entries_keep"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - make_interval(
    days => coalesce(nullif(current_setting('kerbside.retention_days', true), '')::int, 1000000)
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit entries are kept as they are until their retention ends';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_entries_keep" BEFORE UPDATE OR DELETE ON "audit_entries"
  FOR EACH ROW EXECUTE FUNCTION "audit_entries_keep"();
