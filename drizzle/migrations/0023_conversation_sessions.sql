ALTER TABLE "conversations" ADD COLUMN "divide_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "summary" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "continued_by" uuid;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_continued_by_conversations_id_fk" FOREIGN KEY ("continued_by") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_dividing" ON "conversations" USING btree ("divide_at") WHERE divide_at is not null;--> statement-breakpoint
CREATE INDEX "conversations_continued" ON "conversations" USING btree ("continued_by") WHERE continued_by is not null;