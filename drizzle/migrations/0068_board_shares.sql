CREATE TABLE "board_shares" (
	"agent_id" uuid NOT NULL,
	"board_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"right" text NOT NULL,
	"shared_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "board_shares_agent_id_board_id_member_id_pk" PRIMARY KEY("agent_id","board_id","member_id")
);
--> statement-breakpoint
ALTER TABLE "board_shares" ADD CONSTRAINT "board_shares_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_shares" ADD CONSTRAINT "board_shares_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_shares" ADD CONSTRAINT "board_shares_shared_by_members_id_fk" FOREIGN KEY ("shared_by") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "board_shares_of" ON "board_shares" USING btree ("member_id");