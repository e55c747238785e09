ALTER TABLE "proofs" ADD COLUMN "member_id" uuid;--> statement-breakpoint
ALTER TABLE "proofs" ADD COLUMN "tokens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "proofs" ADD COLUMN "after" text;--> statement-breakpoint
ALTER TABLE "proofs" ADD COLUMN "claimed_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "proofs_trying" ON "proofs" USING btree ("created_at") WHERE state = 'trying';