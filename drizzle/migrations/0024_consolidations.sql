CREATE TABLE "consolidations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"before" json NOT NULL,
	"versions" json NOT NULL,
	"settled" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consolidations_key" UNIQUE("agent_id","key")
);
--> statement-breakpoint
ALTER TABLE "consolidations" ADD CONSTRAINT "consolidations_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consolidations_recent" ON "consolidations" USING btree ("agent_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);