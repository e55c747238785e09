ALTER TABLE "files" ADD COLUMN "export_of" jsonb;--> statement-breakpoint
CREATE INDEX "files_exports" ON "files" USING btree ("agent_id","created_at" DESC NULLS FIRST) WHERE origin = 'export';