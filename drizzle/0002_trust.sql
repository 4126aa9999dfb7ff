CREATE TABLE "stela"."audit_seals" (
	"org_id" uuid NOT NULL,
	"number" bigint NOT NULL,
	"first_event_id" bigint NOT NULL,
	"last_event_id" bigint NOT NULL,
	"events" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "audit_seals_pkey" PRIMARY KEY("org_id","number")
);
--> statement-breakpoint
ALTER TABLE "stela"."audit_seals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stela"."erasures" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"container_tag" text collate "C" NOT NULL,
	"target" text NOT NULL,
	"document_ids" uuid[] NOT NULL,
	"counts" jsonb NOT NULL,
	"actor" text NOT NULL,
	"request" text,
	"at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "erasures_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "stela"."erasures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stela"."organization_counters" (
	"org_id" uuid NOT NULL,
	"slot" uuid NOT NULL,
	"documents" bigint DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "organization_counters_pkey" PRIMARY KEY("org_id","slot")
);
--> statement-breakpoint
ALTER TABLE "stela"."organization_counters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stela"."proposals" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"container_tag" text collate "C" NOT NULL,
	"custom_id" text collate "C",
	"operation" jsonb NOT NULL,
	"base_version" integer,
	"status" text DEFAULT 'pending' NOT NULL,
	"actor" text NOT NULL,
	"session" text,
	"model" text,
	"request" text,
	"created_at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"decided_by" text,
	"decided_at" timestamptz(3),
	"reason" text,
	"document_id" uuid,
	"version" integer,
	CONSTRAINT "proposals_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "stela"."proposals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stela"."audit_events" ALTER COLUMN "at" SET DEFAULT clock_timestamp();--> statement-breakpoint
ALTER TABLE "stela"."revisions" ALTER COLUMN "at" SET DEFAULT clock_timestamp();--> statement-breakpoint
ALTER TABLE "stela"."api_keys" ADD COLUMN "replaced_by" uuid;--> statement-breakpoint
ALTER TABLE "stela"."audit_events" ADD COLUMN "erasable_hash" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "stela"."audit_events" ADD COLUMN "erased_by" uuid;--> statement-breakpoint
ALTER TABLE "stela"."organizations" ADD COLUMN "max_documents" bigint;--> statement-breakpoint
ALTER TABLE "stela"."organizations" ADD COLUMN "max_bytes" bigint;--> statement-breakpoint
ALTER TABLE "stela"."revisions" ADD COLUMN "approved_by" text;--> statement-breakpoint
CREATE INDEX "proposals_status_idx" ON "stela"."proposals" USING btree ("org_id","status","id");--> statement-breakpoint
CREATE INDEX "audit_events_document_id_idx" ON "stela"."audit_events" USING btree ("org_id","document_id") WHERE document_id is not null;--> statement-breakpoint
CREATE INDEX "audit_events_at_idx" ON "stela"."audit_events" USING btree ("org_id","at");--> statement-breakpoint
CREATE POLICY "audit_seals_own_organization" ON "stela"."audit_seals" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "erasures_own_organization" ON "stela"."erasures" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "organization_counters_own_organization" ON "stela"."organization_counters" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "proposals_own_organization" ON "stela"."proposals" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());