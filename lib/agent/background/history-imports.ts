import { z } from "zod";
import { runImport } from "@/lib/agent/imports/run";
import { put } from "@/lib/ground/blobs/blobs";
import { incoming } from "@/lib/ground/blobs/incoming";
import { AppError } from "@/lib/shared/errors";
import {
  type HistoryImport,
  type ImportChoice,
  isBusy,
  MAX_EXPORT_BYTES,
} from "@/lib/shared/imports/contract";
import { addImport, changeImport, readImport } from "@/lib/store/data/imports";
import { defineBackgroundJob } from "./define";
import { enqueue } from "./queue";

export const historyImportJob = defineBackgroundJob({
  name: "import-history",
  input: z.object({ id: z.uuid() }),
  retry: { limit: 5, delaySeconds: 2 },
  run: ({ id }, signal) => runImport(id, signal),
});

/** Stores the body of a request as the export of another product, and starts to read it. */
export async function receiveImport(request: Request, agentId: string, name: string): Promise<HistoryImport> {
  const { body } = request;
  if (!body) throw new AppError("bad_request", "The body is empty. Send the zip file of the export.");
  const { hash, size } = await put(incoming(body), MAX_EXPORT_BYTES);
  if (size === 0) throw new AppError("invalid", "The file is empty.");
  const added = await addImport(agentId, { name, hash, size });
  await enqueue(historyImportJob, [{ id: added.id }]);
  return added;
}

/** Starts to take conversations. Also continues an import that failed or was cancelled. */
export async function startImport(agentId: string, id: string, choice: ImportChoice): Promise<HistoryImport> {
  await readImport(agentId, id);
  const change = { status: "waiting", choice, error: null, endedAt: null } as const;
  if (!(await changeImport(id, ["ready", "failed", "cancelled"], change))) throw wrongStatus();
  await enqueue(historyImportJob, [{ id }]);
  return readImport(agentId, id);
}

/** Stops an import. Stored conversations stay until the import is undone. */
export async function cancelImport(agentId: string, id: string): Promise<HistoryImport> {
  const { status } = await readImport(agentId, id);
  if (!isBusy(status) && status !== "ready") throw wrongStatus();
  await changeImport(id, ["reading", "ready", "waiting", "taking"], {
    ...{ status: "cancelled", endedAt: new Date().toISOString() },
  });
  return readImport(agentId, id);
}

const wrongStatus = () =>
  new AppError("conflict", "The import has moved on in the meantime. Look at it again.");
