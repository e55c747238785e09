CREATE TABLE "document_collections" (
	"agent_id" uuid NOT NULL,
	"name" text NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"documents" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"indexes" json DEFAULT '[]'::json NOT NULL,
	"origins" text[] DEFAULT '{}' NOT NULL,
	"marked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_collections_agent_id_name_pk" PRIMARY KEY("agent_id","name")
);
--> statement-breakpoint
CREATE TABLE "document_keys" (
	"agent_id" uuid NOT NULL,
	"collection" text NOT NULL,
	"index" text NOT NULL,
	"key" text NOT NULL,
	"id" text NOT NULL,
	CONSTRAINT "document_keys_agent_id_collection_index_key_pk" PRIMARY KEY("agent_id","collection","index","key")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"agent_id" uuid NOT NULL,
	"collection" text NOT NULL,
	"id" text NOT NULL,
	"position" bigserial NOT NULL,
	"body" text NOT NULL,
	"found" jsonb NOT NULL,
	CONSTRAINT "documents_agent_id_collection_id_pk" PRIMARY KEY("agent_id","collection","id")
);
--> statement-breakpoint
ALTER TABLE "document_collections" ADD CONSTRAINT "document_collections_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_keys" ADD CONSTRAINT "document_keys_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_keys" ADD CONSTRAINT "document_keys_document_fk" FOREIGN KEY ("agent_id","collection","id") REFERENCES "public"."documents"("agent_id","collection","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_collection_fk" FOREIGN KEY ("agent_id","collection") REFERENCES "public"."document_collections"("agent_id","name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_keys_document" ON "document_keys" USING btree ("agent_id","collection","id");--> statement-breakpoint
CREATE INDEX "documents_order" ON "documents" USING btree ("agent_id","collection","position");--> statement-breakpoint
CREATE INDEX "documents_found" ON "documents" USING gin ("found" jsonb_path_ops);