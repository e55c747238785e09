CREATE TABLE "gallery_uses" (
	"agent_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"item" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gallery_uses_member_id_agent_id_kind_item_pk" PRIMARY KEY("member_id","agent_id","kind","item")
);
--> statement-breakpoint
ALTER TABLE "app_versions" ADD COLUMN "origins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "gallery_uses" ADD CONSTRAINT "gallery_uses_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gallery_uses" ADD CONSTRAINT "gallery_uses_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_with_components" ON "messages" USING btree ("agent_id","position" DESC NULLS FIRST) WHERE (active and strpos(metadata::text, '"shown"') > 0);