ALTER INDEX "documents_found" SET (gin_pending_list_limit = 128);
