CREATE TABLE "execution_hints" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"categories" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "executions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"runner" text NOT NULL,
	"tool" text NOT NULL,
	"code" text NOT NULL,
	"stdout" text NOT NULL,
	"stderr" text NOT NULL,
	"exit_code" integer,
	"duration_ms" integer NOT NULL,
	"success" boolean NOT NULL,
	"conversation_id" uuid,
	"message_id" text,
	"tool_call_id" text,
	"trigger_message" text,
	"llm_reasoning" text,
	"error_category" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tool_calls" ADD COLUMN "parent_tool_call_id" text;--> statement-breakpoint
ALTER TABLE "execution_hints" ADD CONSTRAINT "execution_hints_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "executions" ADD CONSTRAINT "executions_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "executions" ADD CONSTRAINT "executions_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "execution_hints_recent" ON "execution_hints" USING btree ("agent_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "execution_hints_told" ON "execution_hints" USING btree ("agent_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "executions_recent" ON "executions" USING btree ("agent_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"success","error_category","duration_ms");--> statement-breakpoint
CREATE INDEX "executions_failed" ON "executions" USING btree ("agent_id","error_category","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE not success;--> statement-breakpoint
CREATE INDEX "executions_conversation" ON "executions" USING btree ("conversation_id","created_at" DESC NULLS FIRST);