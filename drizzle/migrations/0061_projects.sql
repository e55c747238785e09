CREATE TABLE "watched_folders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"path" text NOT NULL,
	"read_at" timestamp with time zone,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"name" text NOT NULL,
	"instructions" text NOT NULL,
	"boards" json NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "projects_agent_id_id_pk" PRIMARY KEY("agent_id","id")
);
--> statement-breakpoint
ALTER TABLE "memories" DROP CONSTRAINT "memories_content";--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "project_id" uuid;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "project_id" uuid;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "folder_id" uuid;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "folder_path" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "folder_stamp" text;--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "project_id" uuid;--> statement-breakpoint
ALTER TABLE "watched_folders" ADD CONSTRAINT "watched_folders_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "watched_folders_path" ON "watched_folders" USING btree ("agent_id","project_id","path");--> statement-breakpoint
CREATE INDEX "conversations_project" ON "conversations" USING btree ("agent_id","project_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE project_id is not null;--> statement-breakpoint
CREATE INDEX "files_project" ON "files" USING btree ("agent_id","project_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE project_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "files_of_folder" ON "files" USING btree ("folder_id","folder_path") WHERE folder_id is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "memories_of_project" ON "memories" USING btree ("agent_id","layer",coalesce(project_id, '00000000-0000-0000-0000-000000000000'::uuid),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_content" UNIQUE NULLS NOT DISTINCT("agent_id","layer","conversation_id","project_id","content_hash");