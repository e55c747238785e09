-- Every end of every word of a title, folded as search folds it: a word by its beginning is then any part of a title.
CREATE FUNCTION "title_parts"(title text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (SELECT array_to_tsvector(coalesce(array_agg(DISTINCT substr(word, n, 32)), '{}'))
	FROM regexp_split_to_table(lower(normalize(regexp_replace(normalize(left(title, 1000), NFKD), '[\u0300-\u036f]', '', 'g'), NFC)), '\s+') AS word,
		generate_series(1, length(word)) AS n);--> statement-breakpoint
DROP INDEX "revisions_timeline";--> statement-breakpoint
DROP INDEX "conversations_recent";--> statement-breakpoint
DROP INDEX "files_recent";--> statement-breakpoint
DROP INDEX "sql_runs_recent";--> statement-breakpoint
DROP INDEX "requests_recent";--> statement-breakpoint
DROP INDEX "requests_refused";--> statement-breakpoint
DROP INDEX "runs_latest";--> statement-breakpoint
DROP INDEX "tool_calls_recent";--> statement-breakpoint
DROP INDEX "tool_calls_all";--> statement-breakpoint
CREATE INDEX "components_by_name" ON "components" USING btree ("agent_id",lower("name"),"name") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "components_deleted" ON "components" USING btree ("agent_id","deleted_at" DESC NULLS FIRST) WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "revisions_of_kind" ON "revisions" USING btree ("agent_id","kind","position" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversations_pinned" ON "conversations" USING btree ("agent_id","pinned_at" DESC NULLS FIRST) WHERE pinned_at is not null;--> statement-breakpoint
CREATE INDEX "conversations_surfaces" ON "conversations" USING btree ("agent_id","created_at") WHERE pinned_surface is not null;--> statement-breakpoint
CREATE INDEX "conversations_deleted" ON "conversations" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "conversations_titles" ON "conversations" USING gin (title_parts("title"));--> statement-breakpoint
CREATE INDEX "files_images" ON "files" USING btree ("agent_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE media_type like 'image/%';--> statement-breakpoint
CREATE INDEX "files_edits" ON "files" USING btree ("agent_id","source_id") WHERE source_id is not null;--> statement-breakpoint
CREATE INDEX "files_deleted" ON "files" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "files_unsent" ON "files" USING btree ("created_at") WHERE origin = 'upload' and conversation_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "revisions_timeline" ON "revisions" USING btree ("agent_id","position" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversations_recent" ON "conversations" USING btree ("agent_id","updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "files_recent" ON "files" USING btree ("agent_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sql_runs_recent" ON "sql_runs" USING btree ("agent_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "requests_recent" ON "requests" USING btree ("agent_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "requests_refused" ON "requests" USING btree ("agent_id","id" DESC NULLS FIRST) WHERE verdict <> 'allowed';--> statement-breakpoint
CREATE INDEX "runs_latest" ON "runs" USING btree ("conversation_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tool_calls_recent" ON "tool_calls" USING btree ("agent_id","tool_name","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tool_calls_all" ON "tool_calls" USING btree ("agent_id","created_at" DESC NULLS FIRST);