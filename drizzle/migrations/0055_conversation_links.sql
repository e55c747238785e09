ALTER TABLE "shares" ALTER COLUMN "sheet" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "copied" json;--> statement-breakpoint
CREATE UNIQUE INDEX "shares_whole_conversation" ON "shares" USING btree ("conversation_id") WHERE sheet is null;