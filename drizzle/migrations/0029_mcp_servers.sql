CREATE TABLE "mcp_servers" (
	"agent_id" uuid NOT NULL,
	"id" text NOT NULL,
	"title" text NOT NULL,
	"transport" text NOT NULL,
	"url" text,
	"command" text,
	"args" json DEFAULT '[]'::json NOT NULL,
	"headers" text,
	"env" text,
	"oauth" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"confirmed" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"tools" json DEFAULT '[]'::json NOT NULL,
	"instructions" text,
	"connected_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mcp_servers_agent_id_id_pk" PRIMARY KEY("agent_id","id")
);
--> statement-breakpoint
ALTER TABLE "mcp_servers" ADD CONSTRAINT "mcp_servers_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;