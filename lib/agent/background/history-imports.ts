import { z } from "zod";
import { runImport } from "@/lib/agent/imports/run";
import { log } from "@/lib/ground/base/log";
import { put } from "@/lib/ground/blobs/blobs";
import { incoming } from "@/lib/ground/blobs/incoming";
import { AppError } from "@/lib/shared/errors";
import {
  type HistoryImport,
  type ImportChoice,
  isBusy,
  MAX_EXPORT_BYTES,
} from "@/lib/shared/imports/contract";
import { addImport, changeImport, listBusyImports, readImport } from "@/lib/store/data/imports";
import { defineBackgroundJob } from "./define";
import { enqueue, queuedInputs } from "./queue";

const NAME = { name: "import-history" };
const input = z.object({ id: z.uuid().optional() });

/** Without an id, queues imports that no job works on, for example because the server ended before it queued one. */
export const historyImportJob = defineBackgroundJob({
  ...NAME,
  input,
  retry: { limit: 5, delaySeconds: 2 },
  everySeconds: 60,
  run: ({ id }, signal) => (id === undefined ? queueForgotten() : runImport(id, signal)),
});

async function queueForgotten(): Promise<void> {
  const busy = await listBusyImports();
  if (busy.length === 0) return;
  const queued = new Set((await queuedInputs(NAME)).map((one) => input.safeParse(one).data?.id));
  await enqueue(
    NAME,
    busy.filter((id) => !queued.has(id)).map((id) => ({ id })),
  );
}

/** Queues an import. If that fails, the periodic job queues it later. */
const queue = (id: string): Promise<void> =>
  enqueue(NAME, [{ id }]).catch((error) => log.warn("An import could not be queued", error, { import: id }));

/** Stores the body of a request as the export of another product, and starts to read it. */
export async function receiveImport(request: Request, agentId: string, name: string): Promise<HistoryImport> {
  const { body } = request;
  if (!body) throw new AppError("bad_request", "The body is empty. Send the zip file of the export.");
  const { hash, size } = await put(incoming(body), MAX_EXPORT_BYTES);
  if (size === 0) throw new AppError("invalid", "The file is empty.");
  const added = await addImport(agentId, { name, hash, size });
  await queue(added.id);
  return added;
}

/** Starts to take conversations. Also continues an import that failed or was cancelled. */
export async function startImport(agentId: string, id: string, choice: ImportChoice): Promise<HistoryImport> {
  await readImport(agentId, id);
  const change = { status: "waiting", choice, error: null, endedAt: null } as const;
  if (!(await changeImport(id, ["ready", "failed", "cancelled"], change))) throw wrongStatus();
  await queue(id);
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
