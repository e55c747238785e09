CREATE TABLE "calendar_accounts" (
	"agent_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"username" text DEFAULT '' NOT NULL,
	"password" text DEFAULT '' NOT NULL,
	"every_minutes" integer NOT NULL,
	"agent_changes" text DEFAULT 'ask' NOT NULL,
	"etag" text,
	"last_modified" text,
	"synced_at" timestamp with time zone,
	"failure" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_by" text,
	"leased_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "calendar_accounts_agent_id_id_pk" PRIMARY KEY("agent_id","id")
);
--> statement-breakpoint
CREATE TABLE "calendar_items" (
	"agent_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"href" text NOT NULL,
	"etag" text,
	"raw" text NOT NULL,
	"base" text NOT NULL,
	"state" text NOT NULL,
	"theirs" json,
	"failure" text,
	CONSTRAINT "calendar_items_agent_id_source_id_href_pk" PRIMARY KEY("agent_id","source_id","href")
);
--> statement-breakpoint
CREATE TABLE "calendar_sources" (
	"agent_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"color" integer NOT NULL,
	"is_shown" boolean DEFAULT true NOT NULL,
	"is_read_only" boolean DEFAULT false NOT NULL,
	"href" text DEFAULT '' NOT NULL,
	"sync_token" text,
	"ctag" text,
	"problems" json DEFAULT '[]'::json NOT NULL,
	CONSTRAINT "calendar_sources_agent_id_id_pk" PRIMARY KEY("agent_id","id")
);
--> statement-breakpoint
ALTER TABLE "calendar_accounts" ADD CONSTRAINT "calendar_accounts_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_items" ADD CONSTRAINT "calendar_items_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_items" ADD CONSTRAINT "calendar_items_source_fk" FOREIGN KEY ("agent_id","source_id") REFERENCES "public"."calendar_sources"("agent_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_sources" ADD CONSTRAINT "calendar_sources_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_sources" ADD CONSTRAINT "calendar_sources_account_fk" FOREIGN KEY ("agent_id","account_id") REFERENCES "public"."calendar_accounts"("agent_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calendar_accounts_due" ON "calendar_accounts" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "calendar_sources_account" ON "calendar_sources" USING btree ("agent_id","account_id");