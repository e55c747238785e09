CREATE TABLE "mcp_app_sheets" (
	"conversation_id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"tool_call_id" text NOT NULL,
	"agent_id" uuid NOT NULL,
	"server" text NOT NULL,
	"tool" text NOT NULL,
	"app" text NOT NULL,
	"input" json NOT NULL,
	"result" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mcp_app_sheets_conversation_id_message_id_tool_call_id_pk" PRIMARY KEY("conversation_id","message_id","tool_call_id")
);
--> statement-breakpoint
CREATE TABLE "mcp_apps" (
	"hash" text PRIMARY KEY NOT NULL,
	"html" text NOT NULL,
	"policy" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mcp_app_sheets" ADD CONSTRAINT "mcp_app_sheets_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mcp_app_sheets" ADD CONSTRAINT "mcp_app_sheets_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mcp_app_sheets_app" ON "mcp_app_sheets" USING btree ("app");