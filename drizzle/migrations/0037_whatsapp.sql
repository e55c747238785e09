CREATE TABLE "whatsapp_messages" (
	"agent_id" uuid NOT NULL,
	"id" text NOT NULL,
	"phone" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"from_me" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"cause" text,
	"error" text,
	"conversation_id" uuid,
	CONSTRAINT "whatsapp_messages_agent_id_id_pk" PRIMARY KEY("agent_id","id")
);
--> statement-breakpoint
CREATE TABLE "whatsapp_permissions" (
	"agent_id" uuid NOT NULL,
	"phone" text NOT NULL,
	"display_name" text DEFAULT '' NOT NULL,
	"can_read" boolean DEFAULT false NOT NULL,
	"can_reply" boolean DEFAULT false NOT NULL,
	"granted_by" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "whatsapp_permissions_agent_id_phone_pk" PRIMARY KEY("agent_id","phone")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "contact" text;--> statement-breakpoint
ALTER TABLE "whatsapp_messages" ADD CONSTRAINT "whatsapp_messages_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_messages" ADD CONSTRAINT "whatsapp_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "whatsapp_permissions" ADD CONSTRAINT "whatsapp_permissions_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "whatsapp_messages_phone" ON "whatsapp_messages" USING btree ("agent_id","phone","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "whatsapp_messages_recent" ON "whatsapp_messages" USING btree ("agent_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "whatsapp_messages_conversation" ON "whatsapp_messages" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "whatsapp_messages_old" ON "whatsapp_messages" USING btree ("at");