CREATE TABLE "memories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"layer" text NOT NULL,
	"conversation_id" uuid,
	"content" text NOT NULL,
	"content_hash" text NOT NULL,
	"category" text,
	"certainty" double precision DEFAULT 1 NOT NULL,
	"source" json,
	"origins" text[] DEFAULT '{}' NOT NULL,
	"version" integer NOT NULL,
	"expires_at" timestamp with time zone,
	"last_recalled_at" timestamp with time zone,
	"recalls" integer DEFAULT 0 NOT NULL,
	"extensions" integer DEFAULT 0 NOT NULL,
	"pinned_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memories_content" UNIQUE NULLS NOT DISTINCT("agent_id","layer","conversation_id","content_hash")
);
--> statement-breakpoint
CREATE TABLE "memory_blocks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"permission" text DEFAULT 'read_write' NOT NULL,
	"char_limit" integer NOT NULL,
	"version" integer NOT NULL,
	"pinned_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "memory_blob" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "memory_blob_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memories" ADD CONSTRAINT "memories_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_blocks" ADD CONSTRAINT "memory_blocks_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memories_recent" ON "memories" USING btree ("agent_id","layer","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "memories_expiry" ON "memories" USING btree ("expires_at") WHERE deleted_at is null and expires_at is not null;--> statement-breakpoint
CREATE INDEX "memories_deleted" ON "memories" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "memories_session" ON "memories" USING btree ("conversation_id") WHERE conversation_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "memory_blocks_label" ON "memory_blocks" USING btree ("agent_id",(kind = 'archival'),"label");