CREATE TABLE "memory_block_shares" (
	"block_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"permission" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memory_block_shares_block_id_agent_id_pk" PRIMARY KEY("block_id","agent_id")
);
--> statement-breakpoint
DROP INDEX "files_unsent";--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_pkey";--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_agent_id_id_pk" PRIMARY KEY("agent_id","id");--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "imported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "memory_block_shares" ADD CONSTRAINT "memory_block_shares_block_id_memory_blocks_id_fk" FOREIGN KEY ("block_id") REFERENCES "public"."memory_blocks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory_block_shares" ADD CONSTRAINT "memory_block_shares_agent_id_agents_id_fk" FOREIGN KEY ("agent_id") REFERENCES "public"."agents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memory_block_shares_with" ON "memory_block_shares" USING btree ("agent_id");--> statement-breakpoint
CREATE INDEX "files_unsent" ON "files" USING btree ("created_at") WHERE origin = 'upload' and conversation_id is null and imported_at is null;