CREATE TABLE "stela"."false_positives" (
	"org_id" uuid NOT NULL,
	"container_tag" text collate "C" NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"finding_id" uuid NOT NULL,
	"reason" text,
	"actor" text NOT NULL,
	"at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "false_positives_pkey" PRIMARY KEY("org_id","container_tag","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "stela"."false_positives" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stela"."findings" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"container_tag" text collate "C" NOT NULL,
	"rule" text collate "C" NOT NULL,
	"name" text NOT NULL,
	"policy" text NOT NULL,
	"path" text NOT NULL,
	"line" integer NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"actor" text NOT NULL,
	"session" text,
	"request" text,
	"at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "findings_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "stela"."findings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stela"."containers" ADD COLUMN "secret_rules" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "stela"."containers" ADD COLUMN "has_internal_host_rules" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stela"."containers" ADD COLUMN "disabled_rules" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "stela"."containers" ADD COLUMN "screened_words" text[];--> statement-breakpoint
CREATE INDEX "findings_container_tag_idx" ON "stela"."findings" USING btree ("org_id","container_tag","rule","id");--> statement-breakpoint
CREATE INDEX "findings_at_idx" ON "stela"."findings" USING btree ("org_id","at");--> statement-breakpoint
CREATE POLICY "false_positives_own_organization" ON "stela"."false_positives" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "findings_own_organization" ON "stela"."findings" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());