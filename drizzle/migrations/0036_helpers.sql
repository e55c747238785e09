CREATE TABLE "helpers" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"asker_agent_id" uuid NOT NULL,
	"asker_conversation_id" uuid NOT NULL,
	"asker_run_id" uuid NOT NULL,
	"asker_message_id" text NOT NULL,
	"tool_call_id" text NOT NULL,
	"depth" integer NOT NULL,
	"payers" uuid[] NOT NULL,
	"is_awaited" boolean NOT NULL,
	"unattended" boolean NOT NULL,
	"settled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reservations" ADD COLUMN "goes_with" uuid;--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_asker_agent_id_agents_id_fk" FOREIGN KEY ("asker_agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "helpers" ADD CONSTRAINT "helpers_asker_conversation_id_conversations_id_fk" FOREIGN KEY ("asker_conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "helpers_asker" ON "helpers" USING btree ("asker_conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "helpers_open" ON "helpers" USING btree ("conversation_id") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "reservations_together" ON "reservations" USING btree ("goes_with") WHERE goes_with is not null;