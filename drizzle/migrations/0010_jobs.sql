CREATE TABLE "job_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"job_id" uuid NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"events" json,
	"status" text NOT NULL,
	"reason" text,
	"run_id" uuid,
	"conversation_id" uuid,
	"cost" double precision,
	"tokens" integer,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"instruction" text NOT NULL,
	"enabled" boolean NOT NULL,
	"spec" json NOT NULL,
	"conversation_id" uuid,
	"next_run_at" timestamp with time zone,
	"waiting" json DEFAULT '[]'::json NOT NULL,
	"token_hash" text,
	"state_key" text,
	"was_true" boolean DEFAULT false NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "jobs_agent_id_id_pk" PRIMARY KEY("agent_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "origin" text DEFAULT 'chat' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "job_id" uuid;--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "unattended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "model_calls" ADD COLUMN "job_id" uuid;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "unattended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "job_id" uuid;--> statement-breakpoint
ALTER TABLE "job_runs" ADD CONSTRAINT "job_runs_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "job_runs_slot" ON "job_runs" USING btree ("agent_id","job_id","due_at");--> statement-breakpoint
CREATE INDEX "job_runs_recent" ON "job_runs" USING btree ("agent_id","due_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "job_runs_open" ON "job_runs" USING btree ("agent_id","job_id") WHERE status in ('queued', 'running', 'waiting');--> statement-breakpoint
CREATE INDEX "job_runs_run" ON "job_runs" USING btree ("run_id") WHERE run_id is not null;--> statement-breakpoint
CREATE INDEX "jobs_of" ON "jobs" USING btree ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("next_run_at") WHERE enabled and next_run_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_pulse" ON "jobs" USING btree ("agent_id") WHERE kind = 'pulse';--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_token" ON "jobs" USING btree ("token_hash") WHERE token_hash is not null;--> statement-breakpoint
CREATE INDEX "jobs_state" ON "jobs" USING btree ("agent_id","state_key") WHERE state_key is not null;--> statement-breakpoint
CREATE INDEX "jobs_conversation" ON "jobs" USING btree ("conversation_id") WHERE conversation_id is not null;--> statement-breakpoint
CREATE INDEX "conversations_origin" ON "conversations" USING btree ("agent_id","origin","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE origin <> 'chat';--> statement-breakpoint
CREATE INDEX "conversations_job" ON "conversations" USING btree ("agent_id","job_id","created_at" DESC NULLS FIRST) WHERE job_id is not null;