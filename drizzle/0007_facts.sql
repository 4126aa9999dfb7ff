CREATE TABLE "stela"."recall_counters" (
	"org_id" uuid NOT NULL,
	"container_tag" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"key" text NOT NULL,
	"recalls" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "recall_counters_pkey" PRIMARY KEY("org_id","container_tag","day","key")
);
--> statement-breakpoint
ALTER TABLE "stela"."recall_counters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stela"."containers" ADD COLUMN "fact_rules" jsonb;--> statement-breakpoint
ALTER TABLE "stela"."documents" ADD COLUMN "confidence" double precision;--> statement-breakpoint
ALTER TABLE "stela"."documents" ADD COLUMN "occurred_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "stela"."documents" ADD COLUMN "superseded_by" uuid;--> statement-breakpoint
CREATE INDEX "recall_counters_day_idx" ON "stela"."recall_counters" USING btree ("org_id","day");--> statement-breakpoint
CREATE INDEX "documents_facts_idx" ON "stela"."documents" USING btree ("org_id","listing_tag","category") WHERE key is not null;--> statement-breakpoint
CREATE POLICY "recall_counters_own_organization" ON "stela"."recall_counters" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());