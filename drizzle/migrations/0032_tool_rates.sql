CREATE TABLE "tool_rates" (
	"agent_id" uuid NOT NULL,
	"tool_name" text NOT NULL,
	"called_at" timestamp with time zone[] NOT NULL,
	CONSTRAINT "tool_rates_agent_id_tool_name_pk" PRIMARY KEY("agent_id","tool_name")
);
--> statement-breakpoint
ALTER TABLE "tool_rates" ADD CONSTRAINT "tool_rates_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;