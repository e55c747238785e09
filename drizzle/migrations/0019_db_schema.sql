ALTER TABLE "agents" ADD COLUMN "db_schema" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "db_schema_version" integer DEFAULT 0 NOT NULL;