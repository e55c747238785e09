CREATE TABLE "app_days" (
	"app_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"visitor" text NOT NULL,
	"day" date NOT NULL,
	"rows" integer NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "app_days_app_id_day_visitor_pk" PRIMARY KEY("app_id","day","visitor")
);
--> statement-breakpoint
CREATE TABLE "app_versions" (
	"app_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"agent_id" uuid NOT NULL,
	"title" text NOT NULL,
	"bundle" text NOT NULL,
	"props" json NOT NULL,
	"rules" json NOT NULL,
	"queries" json NOT NULL,
	"state" json NOT NULL,
	"script" "bytea",
	"css" text DEFAULT '' NOT NULL,
	"member_id" uuid DEFAULT '00000000-0000-4000-8000-000000000001' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_versions_app_id_number_pk" PRIMARY KEY("app_id","number")
);
--> statement-breakpoint
CREATE TABLE "app_visitors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"app_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"token_hash" text,
	"member_id" uuid,
	"name" text DEFAULT '' NOT NULL,
	"link" integer NOT NULL,
	"is_unlocked" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" json DEFAULT '{}'::json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_writes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"place" bigint GENERATED ALWAYS AS IDENTITY (sequence name "app_writes_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"app_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"visitor_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"table_name" text NOT NULL,
	"kind" text NOT NULL,
	"key" json,
	"before" json,
	"after" json,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "apps" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"source" json NOT NULL,
	"audience" text NOT NULL,
	"version" integer,
	"link" integer DEFAULT 1 NOT NULL,
	"expires_at" timestamp with time zone,
	"passcode" text,
	"max_visits" integer,
	"visits" integer DEFAULT 0 NOT NULL,
	"embed" text[] DEFAULT '{}' NOT NULL,
	"quotas" json NOT NULL,
	"member_id" uuid DEFAULT '00000000-0000-4000-8000-000000000001' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "app_days" ADD CONSTRAINT "app_days_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_days" ADD CONSTRAINT "app_days_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_versions" ADD CONSTRAINT "app_versions_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_versions" ADD CONSTRAINT "app_versions_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_visitors" ADD CONSTRAINT "app_visitors_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_visitors" ADD CONSTRAINT "app_visitors_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_visitors" ADD CONSTRAINT "app_visitors_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_writes" ADD CONSTRAINT "app_writes_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_writes" ADD CONSTRAINT "app_writes_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "app_writes" ADD CONSTRAINT "app_writes_visitor_id_app_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."app_visitors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "apps" ADD CONSTRAINT "apps_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "app_visitors_token" ON "app_visitors" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "app_visitors_member" ON "app_visitors" USING btree ("app_id","member_id");--> statement-breakpoint
CREATE INDEX "app_visitors_of" ON "app_visitors" USING btree ("app_id","seen_at");--> statement-breakpoint
CREATE INDEX "app_writes_of" ON "app_writes" USING btree ("app_id","place");--> statement-breakpoint
CREATE INDEX "app_writes_by" ON "app_writes" USING btree ("visitor_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "apps_slug" ON "apps" USING btree ("slug");--> statement-breakpoint
CREATE INDEX "apps_of" ON "apps" USING btree ("agent_id","created_at");