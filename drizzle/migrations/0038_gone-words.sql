DROP INDEX "embeddings_model";--> statement-breakpoint
ALTER TABLE "search_queue" ADD COLUMN "gone" text;--> statement-breakpoint
CREATE INDEX "search_queue_gone" ON "search_queue" USING btree ("id") WHERE gone is not null;--> statement-breakpoint
CREATE INDEX "embeddings_model" ON "embeddings" USING btree ("agent_id","model");--> statement-breakpoint
-- What is forgotten leaves the agent's words as well, whoever takes it away. Of an agent that goes nothing is left anyway.
CREATE FUNCTION "queue_gone_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'messages' THEN
		INSERT INTO "search_queue" ("agent_id", "gone") SELECT id, OLD.body FROM "agents" WHERE id = OLD.agent_id;
	ELSE
		INSERT INTO "search_queue" ("agent_id", "gone") SELECT id, OLD.words FROM "agents" WHERE id = OLD.agent_id;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "messages_gone" AFTER DELETE ON "messages" FOR EACH ROW WHEN (OLD.body <> '') EXECUTE FUNCTION "queue_gone_words"();--> statement-breakpoint
CREATE TRIGGER "memory_blocks_gone" AFTER DELETE ON "memory_blocks" FOR EACH ROW WHEN (OLD.words <> '') EXECUTE FUNCTION "queue_gone_words"();--> statement-breakpoint
CREATE TRIGGER "memory_blocks_reworded" AFTER UPDATE OF "words" ON "memory_blocks" FOR EACH ROW WHEN (NEW.words <> OLD.words) EXECUTE FUNCTION "queue_gone_words"();--> statement-breakpoint
CREATE TRIGGER "memories_gone" AFTER DELETE ON "memories" FOR EACH ROW WHEN (OLD.words <> '') EXECUTE FUNCTION "queue_gone_words"();--> statement-breakpoint
CREATE TRIGGER "memories_reworded" AFTER UPDATE OF "words", "deleted_at" ON "memories" FOR EACH ROW WHEN (NEW.words <> OLD.words OR (NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL)) EXECUTE FUNCTION "queue_gone_words"();
