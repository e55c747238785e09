ALTER TABLE "mcp_tokens" ADD COLUMN "scopes" json DEFAULT '[]'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "mcp_tokens" ADD COLUMN "expires_at" timestamp with time zone;