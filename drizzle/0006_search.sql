CREATE TABLE "stela"."search_containers" (
	"org_id" uuid NOT NULL,
	"container_tag" text collate "C" NOT NULL,
	"last_slot" integer DEFAULT 0 NOT NULL,
	"entries" bigint DEFAULT 0 NOT NULL,
	"words" bigint DEFAULT 0 NOT NULL,
	"segments" integer[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "search_containers_pkey" PRIMARY KEY("org_id","container_tag")
);
--> statement-breakpoint
ALTER TABLE "stela"."search_containers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stela"."search_entries" (
	"org_id" uuid NOT NULL,
	"container_tag" text collate "C" NOT NULL,
	"slot" integer NOT NULL,
	"document_id" uuid NOT NULL,
	"passage" integer NOT NULL,
	"first_character" integer NOT NULL,
	"characters" integer NOT NULL,
	"first_line" integer NOT NULL,
	"words" integer NOT NULL,
	"terms" "tsvector" NOT NULL,
	CONSTRAINT "search_entries_pkey" PRIMARY KEY("org_id","container_tag","slot")
);
--> statement-breakpoint
ALTER TABLE "stela"."search_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stela"."search_marks" (
	"org_id" uuid NOT NULL,
	"container_tag" text collate "C" NOT NULL,
	"document_id" uuid NOT NULL,
	"transaction_id" bigint NOT NULL,
	CONSTRAINT "search_marks_pkey" PRIMARY KEY("org_id","container_tag","document_id","transaction_id")
);
--> statement-breakpoint
ALTER TABLE "stela"."search_marks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stela"."search_postings" (
	"org_id" uuid NOT NULL,
	"container_tag" text collate "C" NOT NULL,
	"last_slot" integer NOT NULL,
	"term" text collate "C" NOT NULL,
	"part" smallint NOT NULL,
	"entries" integer NOT NULL,
	"places" integer[] NOT NULL,
	CONSTRAINT "search_postings_pkey" PRIMARY KEY("org_id","container_tag","term","part","last_slot")
);
--> statement-breakpoint
ALTER TABLE "stela"."search_postings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "search_entries_document_idx" ON "stela"."search_entries" USING btree ("org_id","document_id");--> statement-breakpoint
CREATE POLICY "search_containers_own_organization" ON "stela"."search_containers" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "search_entries_own_organization" ON "stela"."search_entries" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "search_marks_own_organization" ON "stela"."search_marks" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
CREATE POLICY "search_postings_own_organization" ON "stela"."search_postings" AS PERMISSIVE FOR ALL TO public USING (org_id = stela.current_org()) WITH CHECK (org_id = stela.current_org());--> statement-breakpoint
-- Written by hand: entries stay in their row, uncompressed, where they are read by the hundred; documents that are there are to be indexed.
ALTER TABLE "stela"."search_entries" ALTER COLUMN "terms" SET STORAGE MAIN;--> statement-breakpoint
ALTER TABLE "stela"."search_entries" SET (toast_tuple_target = 8160);--> statement-breakpoint
ALTER TABLE "stela"."search_postings" ALTER COLUMN "places" SET STORAGE MAIN;--> statement-breakpoint
ALTER TABLE "stela"."search_postings" SET (toast_tuple_target = 8160);--> statement-breakpoint
DO $$
DECLARE
  org uuid;
BEGIN
  FOR org IN SELECT id FROM stela.organizations LOOP
    PERFORM set_config('app.org_id', org::text, true);
    INSERT INTO stela.search_marks (org_id, container_tag, document_id, transaction_id)
    SELECT org_id, container_tag, id, 0 FROM stela.documents WHERE org_id = org;
  END LOOP;
  PERFORM set_config('app.org_id', '', true);
END
$$;
