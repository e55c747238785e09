CREATE TABLE "channel_chats" (
	"agent_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"chat_id" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"conversation_id" uuid,
	"mirrored" bigint DEFAULT 0 NOT NULL,
	"form" json,
	"closed" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_chats_agent_id_channel_chat_id_pk" PRIMARY KEY("agent_id","channel","chat_id")
);
--> statement-breakpoint
CREATE TABLE "channel_outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "channel_outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agent_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"chat_id" text NOT NULL,
	"key" text NOT NULL,
	"content" json NOT NULL,
	"is_preview" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"external_id" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "channel_people" (
	"agent_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"person_id" text NOT NULL,
	"name" text NOT NULL,
	"paired_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_people_agent_id_channel_person_id_pk" PRIMARY KEY("agent_id","channel","person_id")
);
--> statement-breakpoint
CREATE TABLE "channel_updates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "channel_updates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agent_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"update_id" text NOT NULL,
	"chat_id" text,
	"external_id" text,
	"payload" json,
	"status" text DEFAULT 'new' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"agent_id" uuid NOT NULL,
	"id" text NOT NULL,
	"credentials" text NOT NULL,
	"account_id" text NOT NULL,
	"account_name" text NOT NULL,
	"account_url" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"status" text DEFAULT 'connecting' NOT NULL,
	"error" text,
	"cursor" text,
	"lease_owner" uuid,
	"lease_until" timestamp with time zone,
	"pair_code" text,
	"pair_until" timestamp with time zone,
	"pair_tries" integer DEFAULT 0 NOT NULL,
	"connected_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channels_agent_id_id_pk" PRIMARY KEY("agent_id","id")
);
--> statement-breakpoint
ALTER TABLE "channel_chats" ADD CONSTRAINT "channel_chats_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_chats" ADD CONSTRAINT "channel_chats_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_outbox" ADD CONSTRAINT "channel_outbox_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_people" ADD CONSTRAINT "channel_people_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_updates" ADD CONSTRAINT "channel_updates_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_chats_conversation" ON "channel_chats" USING btree ("conversation_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_outbox_once" ON "channel_outbox" USING btree ("agent_id","channel","chat_id","key");--> statement-breakpoint
CREATE INDEX "channel_outbox_open" ON "channel_outbox" USING btree ("agent_id","channel","chat_id","id") WHERE status in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "channel_outbox_message" ON "channel_outbox" USING btree ("agent_id","channel","chat_id","external_id");--> statement-breakpoint
CREATE INDEX "channel_outbox_old" ON "channel_outbox" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_updates_once" ON "channel_updates" USING btree ("agent_id","channel","update_id");--> statement-breakpoint
CREATE INDEX "channel_updates_new" ON "channel_updates" USING btree ("agent_id","channel","id") WHERE status = 'new';--> statement-breakpoint
CREATE INDEX "channel_updates_message" ON "channel_updates" USING btree ("agent_id","channel","chat_id","external_id");--> statement-breakpoint
CREATE INDEX "channel_updates_old" ON "channel_updates" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "channels_account" ON "channels" USING btree ("id","account_id");