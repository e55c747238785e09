CREATE TABLE "trigger_mails" (
	"agent_id" uuid NOT NULL,
	"job_id" uuid NOT NULL,
	"mail_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trigger_mails_agent_id_job_id_mail_id_pk" PRIMARY KEY("agent_id","job_id","mail_id")
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "mail_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "trigger_mails" ADD CONSTRAINT "trigger_mails_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trigger_mails" ADD CONSTRAINT "trigger_mails_agent_id_job_id_jobs_agent_id_id_fk" FOREIGN KEY ("agent_id","job_id") REFERENCES "public"."jobs"("agent_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "jobs_mail" ON "jobs" USING btree ("agent_id") WHERE mail_since is not null;