DROP INDEX "stela"."documents_tree_key_idx";--> statement-breakpoint
DROP INDEX "stela"."documents_updated_at_idx";--> statement-breakpoint
ALTER TABLE "stela"."documents" ADD COLUMN "listing_tag" text collate "C" GENERATED ALWAYS AS (container_tag) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "documents_tree_key_idx" ON "stela"."documents" USING btree ("org_id","listing_tag","tree_key");--> statement-breakpoint
CREATE INDEX "documents_updated_at_idx" ON "stela"."documents" USING btree ("org_id","listing_tag","updated_at","id");