CREATE TABLE "examples" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"input" json NOT NULL,
	"expected" json NOT NULL,
	"origins" text[] DEFAULT '{}' NOT NULL,
	"conversation_id" uuid,
	"message_id" text,
	"tool_call_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proofs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"base" integer NOT NULL,
	"verdict" text NOT NULL,
	"state" text NOT NULL,
	"why" text,
	"reason" text,
	"cases" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "examples" ADD CONSTRAINT "examples_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proofs" ADD CONSTRAINT "proofs_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "examples_of" ON "examples" USING btree ("agent_id","kind","name","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "proofs_version" ON "proofs" USING btree ("agent_id","kind","name","version");--> statement-breakpoint
CREATE INDEX "proofs_open" ON "proofs" USING btree ("agent_id","kind","name") WHERE settled_at is null;