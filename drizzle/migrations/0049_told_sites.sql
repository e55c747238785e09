CREATE TABLE "told_sites" (
	"conversation_id" uuid NOT NULL,
	"site" text NOT NULL,
	"bits" real NOT NULL,
	"visited" text[] NOT NULL,
	CONSTRAINT "told_sites_conversation_id_site_pk" PRIMARY KEY("conversation_id","site")
);
--> statement-breakpoint
ALTER TABLE "told_sites" ADD CONSTRAINT "told_sites_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;