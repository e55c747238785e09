ALTER TABLE "shares" ALTER COLUMN "sheet" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "link_choices" json;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "bundles" json;--> statement-breakpoint
CREATE UNIQUE INDEX "shares_whole_conversation" ON "shares" USING btree ("conversation_id") WHERE sheet is null;