DROP INDEX "stela"."documents_tree_key_idx";--> statement-breakpoint
DROP INDEX "stela"."documents_updated_at_idx";--> statement-breakpoint
DROP INDEX "stela"."idempotency_at_idx";--> statement-breakpoint
CREATE INDEX "documents_tree_key_idx" ON "stela"."documents" USING btree ("listing_tag","org_id","tree_key");--> statement-breakpoint
CREATE INDEX "documents_updated_at_idx" ON "stela"."documents" USING btree ("listing_tag","org_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "idempotency_at_idx" ON "stela"."idempotency" USING btree ("org_id","at") WHERE key >= '';--> statement-breakpoint
ALTER TABLE "stela"."documents" DROP CONSTRAINT "documents_pkey";
--> statement-breakpoint
ALTER TABLE "stela"."documents" ADD CONSTRAINT "documents_pkey" PRIMARY KEY("id","org_id");
--> statement-breakpoint
-- Written by hand: the same count of lines, by octets. Dropping the column is not possible, functions name it.
ALTER TABLE "stela"."documents" ALTER COLUMN "lines" SET EXPRESSION AS (octet_length(content) - octet_length(replace(content, E'\n', '')) + 1);
