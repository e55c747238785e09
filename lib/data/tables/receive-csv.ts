import { incoming } from "@/lib/ground/blobs/incoming";
import { assertLength } from "@/lib/platform/http/request-body";
import type { CsvImported } from "@/lib/shared/data/csv-contract";
import { AppError } from "@/lib/shared/errors";
import { fileOrigin } from "@/lib/shared/origins";
import { type CsvImport, importCsv } from "./import-csv";
import { spool } from "./spool";

const MAX_BYTES = 100_000_000;
const FORM = /^(multipart\/|application\/x-www-form-urlencoded)/i;

/**
 * Imports the CSV in a request body. The body is received completely first, so that an aborted upload changes
 * nothing.
 */
export async function receiveCsv(
  agentId: string,
  request: Request,
  options: Pick<CsvImport, "name" | "mode" | "header" | "delimiter" | "style"> & { fileName?: string },
): Promise<CsvImported> {
  const { body, headers, signal } = request;
  const { fileName = `${options.name}.csv`, ...how } = options;
  const by = { author: "person", cause: null, origins: [fileOrigin(fileName)] } as const;
  assertLength(request, MAX_BYTES);
  if (FORM.test(headers.get("content-type") ?? ""))
    throw new AppError("unsupported_media_type", "Send the CSV itself as the body, not a form.");
  if (!body) throw new AppError("bad_request", "The body is empty; send a CSV.");
  const file = await spool(incoming(body), MAX_BYTES);
  try {
    const { head: _, ...imported } = await importCsv(agentId, { ...how, by, open: file.open, signal });
    return imported;
  } finally {
    await file.close();
  }
}
