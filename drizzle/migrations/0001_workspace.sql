CREATE TABLE "model_calls" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "model_calls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"agent_id" uuid NOT NULL,
	"model" text NOT NULL,
	"input_tokens" integer NOT NULL,
	"cached_tokens" integer NOT NULL,
	"output_tokens" integer NOT NULL,
	"cost" double precision,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "titled_by" text DEFAULT 'words' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "pinned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "pinned_surface" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "parent_id" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "body" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "model_calls" ADD CONSTRAINT "model_calls_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_calls_recent" ON "model_calls" USING btree ("agent_id","created_at");--> statement-breakpoint
UPDATE "messages" SET "parent_id" = "before"."parent_id" FROM (
	SELECT "conversation_id", "id", lag("id") OVER (PARTITION BY "conversation_id" ORDER BY "position") AS "parent_id" FROM "messages"
) "before" WHERE "messages"."conversation_id" = "before"."conversation_id" AND "messages"."id" = "before"."id";--> statement-breakpoint
UPDATE "messages" SET "body" = coalesce((
	SELECT trim(regexp_replace(regexp_replace(lower(normalize(regexp_replace(normalize(string_agg("part" ->> 'text', ' '), NFKD), '[\u0300-\u036f]', '', 'g'), NFC)), '[^[:alnum:]]+', ' ', 'g'), '\S{65,}', '', 'g'))
	FROM json_array_elements("parts") "part" WHERE "part" ->> 'type' = 'text'
), '') WHERE "parts"::text !~* '\\u(0000|d[89a-f])';--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin (array_to_tsvector(array_remove(string_to_array("body", ' '), ''))) WITH (gin_pending_list_limit=512);
