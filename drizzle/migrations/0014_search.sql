CREATE TABLE "embeddings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "embeddings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agent_id" uuid NOT NULL,
	"conversation_id" uuid,
	"message_id" text,
	"block_id" uuid,
	"memory_id" uuid,
	"is_message" boolean GENERATED ALWAYS AS (message_id is not null) STORED NOT NULL,
	"part" integer DEFAULT 0 NOT NULL,
	"model" text NOT NULL,
	"cell" smallint NOT NULL,
	"signs" bit(512) NOT NULL,
	"vector" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_queue" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "search_queue_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agent_id" uuid NOT NULL,
	"conversation_id" uuid,
	"message_id" text,
	"block_id" uuid,
	"memory_id" uuid
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"agent_id" uuid NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "search_words_agent_id_word_pk" PRIMARY KEY("agent_id","word")
);
--> statement-breakpoint
ALTER TABLE "memories" ADD COLUMN "words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "memory_blocks" ADD COLUMN "words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "embeddings" ADD CONSTRAINT "embeddings_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embeddings" ADD CONSTRAINT "embeddings_block_id_memory_blocks_id_fk" FOREIGN KEY ("block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embeddings" ADD CONSTRAINT "embeddings_memory_id_memories_id_fk" FOREIGN KEY ("memory_id") REFERENCES "public"."memories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "embeddings" ADD CONSTRAINT "embeddings_message_fk" FOREIGN KEY ("conversation_id","message_id") REFERENCES "public"."messages"("conversation_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_queue" ADD CONSTRAINT "search_queue_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_words" ADD CONSTRAINT "search_words_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "embeddings_of_message" ON "embeddings" USING btree ("conversation_id","message_id","part") WHERE message_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "embeddings_of_block" ON "embeddings" USING btree ("block_id","part") WHERE block_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "embeddings_of_memory" ON "embeddings" USING btree ("memory_id","part") WHERE memory_id is not null;--> statement-breakpoint
CREATE INDEX "embeddings_model" ON "embeddings" USING btree ("model");--> statement-breakpoint
CREATE INDEX "memories_words" ON "memories" USING gin (array_to_tsvector(array_remove(string_to_array("words", ' '), ''))) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "memory_blocks_words" ON "memory_blocks" USING gin (array_to_tsvector(array_remove(string_to_array("words", ' '), '')));--> statement-breakpoint
-- All that the first look at vectors needs, so that it reads the index alone. Below, what has to be looked at is noted by
-- the database itself: whoever writes a text cannot forget it. Where pg_trgm cannot be had, words are found as they are spelled.
CREATE INDEX "embeddings_signs" ON "embeddings" USING btree ("agent_id","is_message","cell") INCLUDE ("signs","id");--> statement-breakpoint
CREATE FUNCTION "queue_for_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'messages' THEN
		INSERT INTO "search_queue" ("agent_id", "conversation_id", "message_id") VALUES (NEW.agent_id, NEW.conversation_id, NEW.id);
	ELSIF TG_TABLE_NAME = 'memory_blocks' THEN
		INSERT INTO "search_queue" ("agent_id", "block_id") VALUES (NEW.agent_id, NEW.id);
	ELSE
		INSERT INTO "search_queue" ("agent_id", "memory_id") VALUES (NEW.agent_id, NEW.id);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "messages_added" AFTER INSERT ON "messages" FOR EACH ROW WHEN (NEW.body <> '') EXECUTE FUNCTION "queue_for_search"();--> statement-breakpoint
CREATE TRIGGER "messages_changed" AFTER UPDATE OF "body" ON "messages" FOR EACH ROW WHEN (NEW.body <> OLD.body) EXECUTE FUNCTION "queue_for_search"();--> statement-breakpoint
CREATE TRIGGER "memory_blocks_written" AFTER INSERT OR UPDATE OF "text" ON "memory_blocks" FOR EACH ROW EXECUTE FUNCTION "queue_for_search"();--> statement-breakpoint
CREATE TRIGGER "memories_written" AFTER INSERT OR UPDATE OF "content", "deleted_at" ON "memories" FOR EACH ROW EXECUTE FUNCTION "queue_for_search"();--> statement-breakpoint
INSERT INTO "search_queue" ("agent_id", "conversation_id", "message_id") SELECT "agent_id", "conversation_id", "id" FROM "messages" WHERE "body" <> '' ORDER BY "position";--> statement-breakpoint
DO $$
BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	CREATE INDEX "search_words_alike" ON "search_words" USING gin ("word" gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
	RAISE NOTICE 'pg_trgm cannot be had: %', SQLERRM;
END $$;
