CREATE TABLE "component_grants" (
	"agent_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"conversation_id" uuid,
	"bundle" text NOT NULL,
	"wants" json DEFAULT '[]'::json NOT NULL,
	"granted" json DEFAULT '{}'::json NOT NULL,
	"refused" json DEFAULT '[]'::json NOT NULL,
	"read_web" json DEFAULT '[]'::json NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "component_grants_agent_id_subject_pk" PRIMARY KEY("agent_id","subject")
);
--> statement-breakpoint
ALTER TABLE "component_grants" ADD CONSTRAINT "component_grants_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "component_grants" ADD CONSTRAINT "component_grants_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "component_grants_conversation" ON "component_grants" USING btree ("conversation_id");