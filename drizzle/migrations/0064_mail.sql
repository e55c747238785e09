CREATE TABLE "mail_drafts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"conversation_id" uuid,
	"tool_call_id" text NOT NULL,
	"message_id" text NOT NULL,
	"to" json NOT NULL,
	"cc" json NOT NULL,
	"bcc" json NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"files" json NOT NULL,
	"in_reply_to" text,
	"references" json NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_rules" (
	"agent_id" uuid NOT NULL,
	"folders" json DEFAULT '[]'::json NOT NULL,
	"senders" json DEFAULT '[]'::json NOT NULL,
	"talks" boolean DEFAULT false NOT NULL,
	"verified_by" text,
	CONSTRAINT "mail_rules_agent_id_pk" PRIMARY KEY("agent_id")
);
--> statement-breakpoint
ALTER TABLE "mail_drafts" ADD CONSTRAINT "mail_drafts_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_drafts" ADD CONSTRAINT "mail_drafts_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_rules" ADD CONSTRAINT "mail_rules_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_drafts_call" ON "mail_drafts" USING btree ("agent_id","tool_call_id");--> statement-breakpoint
CREATE INDEX "mail_drafts_newest" ON "mail_drafts" USING btree ("agent_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mail_drafts_conversation" ON "mail_drafts" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "mail_drafts_unsettled" ON "mail_drafts" USING btree ("agent_id") WHERE status in ('queued', 'sending');