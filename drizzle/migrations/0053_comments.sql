CREATE TABLE "comment_reads" (
	"agent_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"target" text NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	CONSTRAINT "comment_reads_agent_id_member_id_target_pk" PRIMARY KEY("agent_id","member_id","target")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"agent_id" uuid NOT NULL,
	"target" text NOT NULL,
	"conversation_id" uuid,
	"board_id" uuid,
	"app_id" uuid,
	"parent_id" uuid,
	"member_id" uuid,
	"visitor_id" uuid,
	"stranger_of" text,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"point" json,
	"shown" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "comments_target" CHECK (num_nonnulls("comments"."conversation_id", "comments"."board_id", "comments"."app_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "comment_reads" ADD CONSTRAINT "comment_reads_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reads" ADD CONSTRAINT "comment_reads_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_app_id_apps_id_fk" FOREIGN KEY ("app_id") REFERENCES "public"."apps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_visitor_id_app_visitors_id_fk" FOREIGN KEY ("visitor_id") REFERENCES "public"."app_visitors"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_of" ON "comments" USING btree ("agent_id","target","created_at");--> statement-breakpoint
CREATE INDEX "comments_conversation" ON "comments" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "comments_board" ON "comments" USING btree ("agent_id","board_id");--> statement-breakpoint
CREATE INDEX "comments_app" ON "comments" USING btree ("app_id");--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("parent_id");