CREATE TABLE "workspace_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" json NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "mark" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
-- What the first agent was set to holds for the workspace from now on; what concerns it alone stays with it.
INSERT INTO "workspace_settings" ("key", "value", "updated_at")
SELECT "key", "value", "updated_at" FROM "settings"
WHERE "agent_id" = (SELECT "id" FROM "agents" ORDER BY "created_at", "id" LIMIT 1)
  AND ("key" IN ('general', 'limits', 'unattendedLimits', 'budget') OR "key" ~ '^(provider|search):');
--> statement-breakpoint
DELETE FROM "settings"
WHERE "agent_id" = (SELECT "id" FROM "agents" ORDER BY "created_at", "id" LIMIT 1)
  AND ("key" IN ('general', 'limits', 'unattendedLimits', 'budget') OR "key" ~ '^(provider|search):');
