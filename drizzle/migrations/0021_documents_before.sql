CREATE TABLE "documents_before" (
	"agent_id" uuid NOT NULL,
	"collection" text NOT NULL,
	"change" bigint NOT NULL,
	"id" text NOT NULL,
	"position" bigint,
	"body" text,
	"found" jsonb,
	"keys" json,
	CONSTRAINT "documents_before_agent_id_collection_change_id_pk" PRIMARY KEY("agent_id","collection","change","id")
);
--> statement-breakpoint
ALTER TABLE "documents_before" ADD CONSTRAINT "documents_before_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Collections that were there before they had versions begin with what they are now.
INSERT INTO "revisions" ("agent_id", "kind", "name", "version", "content", "author")
SELECT "agent_id", 'collection', "name", 1, json_build_object(
	'change', "version", 'operation', 'begin', 'inserted', 0, 'updated', 0, 'deleted', 0,
	'documents', "documents", 'bytes', "bytes", 'indexes', "indexes", 'origins', to_json("origins")
), 'system' FROM "document_collections";
