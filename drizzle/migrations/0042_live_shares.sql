ALTER TABLE "shares" ALTER COLUMN "document" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "shares" ADD COLUMN "live" json;