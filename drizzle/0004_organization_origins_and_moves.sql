ALTER TABLE "stela"."organizations" ADD COLUMN "allowed_origins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "stela"."organizations" ADD COLUMN "frozen_at" timestamptz(3);--> statement-breakpoint
ALTER TABLE "stela"."organizations" ADD COLUMN "moved_to" text;