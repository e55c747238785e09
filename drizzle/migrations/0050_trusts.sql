CREATE TABLE "trusts" (
	"agent_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"origins" text[] NOT NULL,
	"trusted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trusts_agent_id_kind_name_pk" PRIMARY KEY("agent_id","kind","name")
);
--> statement-breakpoint
ALTER TABLE "trusts" ADD CONSTRAINT "trusts_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;