import type { z } from "zod";
import { createJob, deleteCronJob, listCronJobs, updateJob } from "@/lib/data/schedule/jobs";
import type { Operation } from "@/lib/shared/data/documents";
import { AppError } from "@/lib/shared/errors";
import type { JobView } from "@/lib/shared/jobs/contract";
import { jobChange, newJob } from "@/lib/shared/jobs/fields";
import { marksOf } from "@/lib/store/agents/jobs";
import { computedDeletes, computedUpdate } from "./computed";
import { type EngineSource, operate } from "./engine";
import type { DocumentsContext, PreparedWork } from "./work";

/*
 * The `cronjobs` collection gives access to an agent's cron jobs. Writes are validated like those of the
 * schedule tools.
 */

const WRITABLE = Object.keys(newJob.shape);

const date = (time: string | null) => (time === null ? null : { $date: time });

const toDocument = ({
  id,
  name,
  instruction,
  cronExpression,
  timeZone,
  enabled,
  catchUp,
  ...job
}: JobView) => ({
  ...{ _id: id, name, instruction, cronExpression, timeZone, enabled, catchUp, chatId: job.chatId },
  ...{ nextRunAt: date(job.nextRunAt), lastRunAt: date(job.lastRunAt), lastStatus: job.lastStatus },
  createdAt: date(job.createdAt),
});

export const jobsSource = (
  { agentId, onRead }: DocumentsContext,
  as: string | null = null,
): EngineSource => ({
  collection: as,
  async *batches() {
    const jobs = await listCronJobs(agentId);
    const marks = await marksOf(
      agentId,
      jobs.map(({ id }) => id),
    );
    for (const { kind, name, origins } of marks) onRead?.({ kind, name, origins });
    yield jobs.map((job) => JSON.stringify(toDocument(job)));
  },
});

/** Writes jobs one by one. Throws an AppError at the first invalid one; those before it stay written. */
export async function writeJobs(
  operation: Operation,
  work: PreparedWork,
  context: DocumentsContext,
): Promise<Record<string, unknown>> {
  const { agentId, by, signal } = context;
  const insert = async (input: unknown) => {
    const job = newJob.safeParse(input);
    if (!job.success) throw wrong(job.error);
    return (await createJob(agentId, job.data, by)).id;
  };
  const engine = (request: object) => operate(request, [jobsSource(context)], signal);
  switch (operation) {
    case "insertOne":
      return { insertedId: await insert(work.data) };
    case "insertMany": {
      const all = Array.isArray(work.data) ? work.data : [];
      for (const one of all) await insert(one);
      return { insertedCount: all.length };
    }
    case "updateOne":
    case "updateMany": {
      const done = await computedUpdate(operation, work, engine);
      for (const { text } of done.changes) {
        const { _id, ...after } = JSON.parse(text);
        await updateJob(agentId, String(_id), await changeOf(agentId, String(_id), after), by);
      }
      const upsertedId =
        done.upserted === null ? undefined : await insert(withoutId(JSON.parse(done.upserted)));
      return {
        ...{ matchedCount: done.matched, modifiedCount: done.changes.length },
        ...(upsertedId && { upsertedId }),
      };
    }
    case "deleteOne":
    case "deleteMany": {
      const ids = await computedDeletes(operation, work, engine);
      for (const id of ids) await deleteCronJob(agentId, JSON.parse(id), by);
      return { deletedCount: ids.length };
    }
    default:
      throw new AppError("forbidden", "cronjobs already exists and needs no index.");
  }
}

const withoutId = ({ _id, ...rest }: Record<string, unknown>) => rest;

async function changeOf(agentId: string, id: string, after: Record<string, unknown>) {
  const job = (await listCronJobs(agentId)).find((one) => one.id === id);
  if (!job) throw new AppError("not_found", `Job ${id} no longer exists.`);
  const before: Record<string, unknown> = toDocument(job);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== "_id" && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const others = names.filter((name) => !WRITABLE.includes(name));
  if (others.length > 0)
    throw new AppError(
      "invalid",
      `${others.join(", ")} of a job cannot be written. You may write ${WRITABLE.join(", ")}.`,
    );
  const change = jobChange.safeParse(
    Object.fromEntries(names.map((name) => [name, after[name] ?? undefined])),
  );
  if (!change.success) throw wrong(change.error);
  return change.data;
}

const wrong = (error: z.ZodError) =>
  new AppError(
    "invalid",
    `Invalid document for cronjobs. ${error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")}. It takes ${WRITABLE.join(", ")}.`,
  );
