CREATE TABLE "budget_days" (
	"agent_id" uuid PRIMARY KEY NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"usd" numeric(20, 9) NOT NULL,
	"tokens" numeric(20, 0) NOT NULL,
	"unattended_usd" numeric(20, 9) NOT NULL,
	"unattended_tokens" numeric(20, 0) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reservations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"model" text NOT NULL,
	"usd" numeric(20, 9) NOT NULL,
	"tokens" numeric(20, 0) NOT NULL,
	"unattended" boolean NOT NULL,
	"job_id" uuid,
	"run_id" uuid,
	"attempt" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "successors" text[];--> statement-breakpoint
ALTER TABLE "budget_days" ADD CONSTRAINT "budget_days_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reservations_recent" ON "reservations" USING btree ("agent_id","created_at");