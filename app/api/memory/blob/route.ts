import { z } from "zod";
import { readsText, writesText } from "@/lib/platform/http/identity";
import { routes } from "@/lib/platform/http/route";
import { memoryBlob } from "@/lib/shared/memory/memory";

/** `version` is the version that the client has read; 0 if the text was never written. */
const body = z.strictObject({ content: memoryBlob, version: z.int().min(0).max(1_000_000_000).optional() });

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: readsText("memory_blob"),
  PUT: writesText("memory_blob", body),
});
