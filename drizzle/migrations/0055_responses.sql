CREATE TABLE "responses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"message_id" text NOT NULL,
	"first_part" integer NOT NULL,
	"token_id" uuid NOT NULL,
	"request" json NOT NULL,
	"input_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "client" json;--> statement-breakpoint
ALTER TABLE "responses" ADD CONSTRAINT "responses_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "responses" ADD CONSTRAINT "responses_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "responses" ADD CONSTRAINT "responses_token_id_mcp_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."mcp_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "responses_input" ON "responses" USING btree ("token_id","input_hash");--> statement-breakpoint
CREATE INDEX "responses_of" ON "responses" USING btree ("conversation_id","message_id");--> statement-breakpoint
CREATE INDEX "responses_old" ON "responses" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "runs_client" ON "runs" USING btree ("ended_at") WHERE client is not null;