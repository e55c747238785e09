CREATE TABLE "agent_tools" (
	"agent_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"parameter_schema" json NOT NULL,
	"code" text NOT NULL,
	"limits" json,
	"enabled" boolean DEFAULT true NOT NULL,
	"version" integer NOT NULL,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_tools_agent_id_name_pk" PRIMARY KEY("agent_id","name")
);
--> statement-breakpoint
ALTER TABLE "revisions" ALTER COLUMN "content" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "prompt_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "notes_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "live" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "tool_calls" ADD COLUMN "logs" json;--> statement-breakpoint
ALTER TABLE "agent_tools" ADD CONSTRAINT "agent_tools_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "revisions" SET "live" = false WHERE "failure" IS NOT NULL AND "author" = 'agent';--> statement-breakpoint
INSERT INTO "revisions" ("agent_id", "kind", "name", "version", "content", "author", "created_at")
SELECT "id", 'system_prompt', 'system_prompt', 1, to_json("system_prompt"), 'system', "created_at" FROM "agents";--> statement-breakpoint
INSERT INTO "revisions" ("agent_id", "kind", "name", "version", "content", "author", "created_at")
SELECT "id", 'learned_notes', 'learned_notes', 1, to_json("learned_notes"), 'system', "created_at" FROM "agents";--> statement-breakpoint
INSERT INTO "revisions" ("agent_id", "kind", "name", "version", "content", "author", "created_at")
SELECT "agent_id", 'state', "key", 1, json_build_object('value', "value"), 'system', "updated_at" FROM "state";--> statement-breakpoint
INSERT INTO "revisions" ("agent_id", "kind", "name", "version", "content", "author", "created_at")
SELECT c."agent_id", 'component', c."name", (SELECT max(r."version") + 1 FROM "revisions" r
	WHERE r."agent_id" = c."agent_id" AND r."kind" = 'component' AND r."name" = c."name"), NULL, 'person', c."deleted_at"
FROM "components" c WHERE c."deleted_at" IS NOT NULL;
