CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"member_id" uuid DEFAULT '00000000-0000-4000-8000-000000000001' NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"size" bigint NOT NULL,
	"product" text,
	"status" text DEFAULT 'reading' NOT NULL,
	"survey" json,
	"choice" json,
	"progress" json,
	"report" json,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "imported_items" (
	"agent_id" uuid NOT NULL,
	"product" text NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"import_id" uuid NOT NULL,
	"target" text NOT NULL,
	"digest" text NOT NULL,
	"parts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "imported_items_agent_id_product_kind_source_pk" PRIMARY KEY("agent_id","product","kind","source")
);
--> statement-breakpoint
CREATE TABLE "imported_memories" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"product" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"key" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"fact_id" uuid
);
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_items" ADD CONSTRAINT "imported_items_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_items" ADD CONSTRAINT "imported_items_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_memories" ADD CONSTRAINT "imported_memories_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_memories" ADD CONSTRAINT "imported_memories_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imports_recent" ON "imports" USING btree ("agent_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "imports_bytes" ON "imports" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "imported_items_import" ON "imported_items" USING btree ("import_id");--> statement-breakpoint
CREATE UNIQUE INDEX "imported_memories_key" ON "imported_memories" USING btree ("agent_id","product","key");--> statement-breakpoint
CREATE INDEX "imported_memories_import" ON "imported_memories" USING btree ("import_id");