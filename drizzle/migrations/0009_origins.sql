ALTER TABLE "revisions" ADD COLUMN "origins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "read_through" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "origins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "revisions_marked" ON "revisions" USING btree ("agent_id") WHERE origins <> '{}';