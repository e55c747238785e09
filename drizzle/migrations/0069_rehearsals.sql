CREATE TABLE "rehearsals" (
	"agent_id" uuid PRIMARY KEY NOT NULL,
	"source_id" uuid,
	"title" text NOT NULL,
	"cause" json NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"database_change" bigint,
	"conversation_id" uuid,
	"accepted" json,
	"accepted_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document_collections" ADD COLUMN "borrowed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "rehearsals" ADD CONSTRAINT "rehearsals_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rehearsals" ADD CONSTRAINT "rehearsals_source_id_agents_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."agents"("id") ON DELETE set null ON UPDATE no action;