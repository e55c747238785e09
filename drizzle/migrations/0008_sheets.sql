CREATE TABLE "sheets" (
	"conversation_id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"tool_call_id" text NOT NULL,
	"agent_id" uuid NOT NULL,
	"entries" json DEFAULT '{}'::json NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp with time zone,
	"failed" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sheets_conversation_id_message_id_tool_call_id_pk" PRIMARY KEY("conversation_id","message_id","tool_call_id")
);
--> statement-breakpoint
ALTER TABLE "asks" ADD COLUMN "awaits" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sheets" ADD CONSTRAINT "sheets_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheets" ADD CONSTRAINT "sheets_conversation_id_message_id_messages_conversation_id_id_fk" FOREIGN KEY ("conversation_id","message_id") REFERENCES "public"."messages"("conversation_id","id") ON DELETE cascade ON UPDATE no action;