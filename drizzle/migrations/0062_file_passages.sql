CREATE TABLE "file_passages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "file_passages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agent_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"place" json NOT NULL,
	"text" text NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "file_vectors" (
	"passage_id" bigint PRIMARY KEY NOT NULL,
	"agent_id" uuid NOT NULL,
	"model" text NOT NULL,
	"cell" smallint NOT NULL,
	"signs" bit(512) NOT NULL,
	"vector" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "text_state" text DEFAULT 'waiting' NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "text_facts" json;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "text_attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "text_claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "text_model" text;--> statement-breakpoint
ALTER TABLE "file_passages" ADD CONSTRAINT "file_passages_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_passages" ADD CONSTRAINT "file_passages_file_fk" FOREIGN KEY ("agent_id","file_id") REFERENCES "public"."files"("agent_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_vectors" ADD CONSTRAINT "file_vectors_passage_id_file_passages_id_fk" FOREIGN KEY ("passage_id") REFERENCES "public"."file_passages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_vectors" ADD CONSTRAINT "file_vectors_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "file_passages_of_file" ON "file_passages" USING btree ("agent_id","file_id","ordinal");--> statement-breakpoint
CREATE INDEX "file_passages_words" ON "file_passages" USING gin (array_to_tsvector(array_remove(string_to_array("words", ' '), '')));--> statement-breakpoint
CREATE INDEX "files_waiting" ON "files" USING btree ("created_at" DESC NULLS FIRST) WHERE text_state = 'waiting' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "files_texts" ON "files" USING btree ("agent_id","text_model") WHERE text_state in ('indexed', 'partly');--> statement-breakpoint
-- The signs are in the index, so that the search by meaning reads the index alone.
CREATE INDEX "file_vectors_signs" ON "file_vectors" USING btree ("agent_id","cell") INCLUDE ("signs","passage_id");--> statement-breakpoint
CREATE TRIGGER "file_passages_gone" AFTER DELETE ON "file_passages" FOR EACH ROW WHEN (OLD.words <> '') EXECUTE FUNCTION "queue_gone_words"();--> statement-breakpoint
-- The text of a deleted file is derived, so it goes at once. A restored file is read again.
CREATE FUNCTION "forget_file_text"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	DELETE FROM "file_passages" WHERE "agent_id" = OLD.agent_id AND "file_id" = OLD.id;
	NEW.text_state := 'waiting';
	NEW.text_facts := null;
	NEW.text_attempts := 0;
	NEW.text_claimed_at := null;
	NEW.text_model := null;
	IF NEW.reading->>'kind' <> 'table' THEN
		NEW.reading := null;
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "files_deleted_text" BEFORE UPDATE OF "deleted_at" ON "files" FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL) EXECUTE FUNCTION "forget_file_text"();
