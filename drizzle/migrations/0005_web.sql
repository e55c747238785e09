CREATE TABLE "requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agent_id" uuid NOT NULL,
	"conversation_id" uuid,
	"message_id" text,
	"tool_call_id" text,
	"tool" text,
	"via" text NOT NULL,
	"method" text NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"address" text,
	"status" integer,
	"sent" bigint,
	"received" bigint,
	"ms" integer,
	"verdict" text NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "read_web" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "asks" ADD COLUMN "because" json;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "requests_recent" ON "requests" USING btree ("agent_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "requests_call" ON "requests" USING btree ("conversation_id","message_id","tool_call_id");--> statement-breakpoint
CREATE INDEX "requests_refused" ON "requests" USING btree ("agent_id","id" DESC NULLS LAST) WHERE verdict <> 'allowed';--> statement-breakpoint
CREATE INDEX "tool_calls_all" ON "tool_calls" USING btree ("agent_id","created_at" DESC NULLS LAST);