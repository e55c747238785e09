CREATE TABLE "agent_tasks" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"asker_id" uuid NOT NULL,
	"asked_from" uuid NOT NULL,
	"message_id" text NOT NULL,
	"tool_call_id" text NOT NULL,
	"task" text NOT NULL,
	"depth" integer NOT NULL,
	"waits" boolean NOT NULL,
	"told_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
ALTER TABLE "agent_tasks" ADD CONSTRAINT "agent_tasks_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD CONSTRAINT "agent_tasks_asker_id_agents_id_fk" FOREIGN KEY ("asker_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD CONSTRAINT "agent_tasks_asked_from_conversations_id_fk" FOREIGN KEY ("asked_from") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agent_tasks_call" ON "agent_tasks" USING btree ("asked_from","message_id","tool_call_id");--> statement-breakpoint
CREATE INDEX "agent_tasks_untold" ON "agent_tasks" USING btree ("created_at") WHERE told_at is null and not waits;--> statement-breakpoint
-- What the first agent was set to holds for the workspace from now on; what concerns it alone stays with it.
INSERT INTO "workspace_settings" ("key", "value", "updated_at")
SELECT "key", "value", "updated_at" FROM "settings"
WHERE "agent_id" = (SELECT "id" FROM "agents" ORDER BY "created_at", "id" LIMIT 1)
  AND ("key" IN ('general', 'limits', 'unattendedLimits', 'budget') OR "key" ~ '^(provider|search):');
--> statement-breakpoint
DELETE FROM "settings"
WHERE "agent_id" = (SELECT "id" FROM "agents" ORDER BY "created_at", "id" LIMIT 1)
  AND ("key" IN ('general', 'limits', 'unattendedLimits', 'budget') OR "key" ~ '^(provider|search):');
