CREATE TABLE "stela"."api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"containers" text[] DEFAULT '{*}' NOT NULL,
	"created_by" text,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"expires_at" timestamptz(3),
	"revoked_at" timestamptz(3),
	"last_used_at" timestamptz(3),
	"replaced_by" uuid,
	CONSTRAINT "api_keys_hash_key" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "stela"."audit_events" (
	"org_id" uuid NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stela"."audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"outcome" text NOT NULL,
	"container_tag" text collate "C",
	"custom_id" text collate "C",
	"document_id" uuid,
	"session" text,
	"request" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	"erasable_hash" "bytea" NOT NULL,
	"erased_by" uuid,
	CONSTRAINT "audit_events_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "stela"."audit_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "stela"."container_counters" (
	"org_id" uuid NOT NULL,
	"container_tag" text collate "C" NOT NULL,
	"slot" smallint NOT NULL,
	"documents" bigint DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "container_counters_pkey" PRIMARY KEY("org_id","container_tag","slot")
);
--> statement-breakpoint
ALTER TABLE "stela"."container_counters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stela"."containers" (
	"org_id" uuid NOT NULL,
	"container_tag" text collate "C" NOT NULL,
	"on_existing" text DEFAULT 'refuse' NOT NULL,
	"secret_policy" text DEFAULT 'block' NOT NULL,
	"revision_retention_days" integer,
	"max_documents" bigint,
	"max_bytes" bigint,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "containers_pkey" PRIMARY KEY("org_id","container_tag")
);
--> statement-breakpoint
ALTER TABLE "stela"."containers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stela"."documents" (
	"org_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"container_tag" text collate "C" NOT NULL,
	"custom_id" text collate "C" NOT NULL,
	"tree_key" text collate "C" GENERATED ALWAYS AS (translate(custom_id, '/', E'\x01')) STORED NOT NULL,
	"listing_tag" text collate "C" GENERATED ALWAYS AS (container_tag) STORED NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"bytes" integer GENERATED ALWAYS AS (octet_length(content)) STORED NOT NULL,
	"lines" integer GENERATED ALWAYS AS (length(content) - length(replace(content, E'\n', '')) + 1) STORED NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"category" text,
	"key" text,
	"importance" smallint,
	"status" text DEFAULT 'active' NOT NULL,
	"source" text,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	"updated_at" timestamptz(3) DEFAULT now() NOT NULL,
	"last_accessed_at" timestamptz(3) DEFAULT now() NOT NULL,
	"expires_at" timestamptz(3),
	CONSTRAINT "documents_pkey" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "stela"."documents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "stela"."idempotency" (
	"org_id" uuid NOT NULL,
	"actor" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"answer" json,
	"container_tags" text[] DEFAULT '{}' NOT NULL,
	"at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_pkey" PRIMARY KEY("org_id","actor","key")
);
--> statement-breakpoint
ALTER TABLE "stela"."idempotency" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stela"."organization_counters" (
	"org_id" uuid NOT NULL,
	"slot" uuid NOT NULL,
	"documents" bigint DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "organization_counters_pkey" PRIMARY KEY("org_id","slot")
);
--> statement-breakpoint
ALTER TABLE "stela"."organization_counters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stela"."organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"max_documents" bigint,
	"max_bytes" bigint,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "stela"."revisions" (
	"org_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"container_tag" text collate "C" NOT NULL,
	"custom_id" text collate "C" NOT NULL,
	"operation" text NOT NULL,
	"content" text,
	"metadata" jsonb NOT NULL,
	"tags" text[] NOT NULL,
	"fields" jsonb NOT NULL,
	"actor" text NOT NULL,
	"approved_by" text,
	"session" text,
	"request" text,
	"model" text,
	"at" timestamptz(3) DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "revisions_pkey" PRIMARY KEY("org_id","document_id","version")
);
--> statement-breakpoint
ALTER TABLE "stela"."revisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "stela"."api_keys" ADD CONSTRAINT "api_keys_org_id_organizations_id_fk" FOREIGN KEY ("org_id") REFERENCES "stela"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_org_id_idx" ON "stela"."api_keys" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "audit_events_container_tag_idx" ON "stela"."audit_events" USING btree ("org_id","container_tag","id");--> statement-breakpoint
CREATE INDEX "audit_events_document_id_idx" ON "stela"."audit_events" USING btree ("org_id","document_id") WHERE document_id is not null;--> statement-breakpoint
CREATE INDEX "audit_events_actor_idx" ON "stela"."audit_events" USING btree ("org_id","actor","id");--> statement-breakpoint
CREATE INDEX "audit_events_session_idx" ON "stela"."audit_events" USING btree ("org_id","session","id") WHERE session is not null;--> statement-breakpoint
CREATE INDEX "audit_events_at_idx" ON "stela"."audit_events" USING btree ("org_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_custom_id_key" ON "stela"."documents" USING btree ("org_id","container_tag","custom_id");--> statement-breakpoint
CREATE INDEX "documents_tree_key_idx" ON "stela"."documents" USING btree ("org_id","listing_tag","tree_key");--> statement-breakpoint
CREATE INDEX "documents_updated_at_idx" ON "stela"."documents" USING btree ("org_id","listing_tag","updated_at","id");--> statement-breakpoint
CREATE INDEX "documents_expires_at_idx" ON "stela"."documents" USING btree ("org_id","expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "idempotency_at_idx" ON "stela"."idempotency" USING btree ("org_id","at");--> statement-breakpoint
CREATE INDEX "proposals_status_idx" ON "stela"."proposals" USING btree ("org_id","status","id");--> statement-breakpoint
CREATE INDEX "revisions_custom_id_idx" ON "stela"."revisions" USING btree ("org_id","container_tag","custom_id");--> statement-breakpoint
CREATE INDEX "revisions_session_idx" ON "stela"."revisions" USING btree ("org_id","container_tag","session") WHERE session is not null;--> statement-breakpoint
CREATE POLICY "audit_events_own_organization" ON "stela"."audit_events" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "audit_seals_own_organization" ON "stela"."audit_seals" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "container_counters_own_organization" ON "stela"."container_counters" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "containers_own_organization" ON "stela"."containers" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "documents_own_organization" ON "stela"."documents" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "erasures_own_organization" ON "stela"."erasures" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "idempotency_own_organization" ON "stela"."idempotency" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "organization_counters_own_organization" ON "stela"."organization_counters" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "proposals_own_organization" ON "stela"."proposals" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "revisions_own_organization" ON "stela"."revisions" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());