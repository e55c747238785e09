import * as z from "zod/mini";
import { change } from "./changes";
import { jobRunStatus } from "./jobs/contract";
import { JOB_KINDS } from "./jobs/kinds";
import { KINDS } from "./kinds";

/**
 * Response of `POST /api/away`: the time since which no tab was visible; null if that time is short or the user
 * has dismissed the report.
 */
export const visitAnswer = z.object({ since: z.nullable(z.string()) });

/** Response of `GET /api/away?since=`: what the agent did unattended, with the resulting changes and cost. */
export const awayView = z.object({
  since: z.string(),
  runs: z.array(
    z.object({
      jobId: z.string(),
      kind: z.enum(JOB_KINDS),
      /** Name of the job; null if the job was deleted. */
      name: z.nullable(z.string()),
      conversationId: z.nullable(z.string()),
      /** Error of the last job run, if consecutive failures switched the job off and it is still off. */
      offBecause: z.optional(z.string()),
      counts: z.array(z.object({ status: jobRunStatus, count: z.number() })),
      /** Cost in US dollars; null if unknown. */
      cost: z.nullable(z.number()),
    }),
  ),
  changes: z.array(
    z.object({
      kind: z.enum(KINDS),
      name: z.string(),
      /** Title of the item if its name is an id (`isNamedById`); null otherwise. */
      title: z.nullable(z.string()),
      /** The newest version, and the number of versions written since. */
      revisionId: z.string(),
      versions: z.number(),
      isDeleted: z.boolean(),
      conversationId: z.string(),
      /**
       * The version to restore for an undo: the one before the first change. Null if the item was created
       * since.
       */
      beforeId: z.nullable(z.string()),
      /**
       * True if the user or an attended run has also changed the item since then. An undo would revert those
       * changes as well.
       */
      isOvertaken: z.boolean(),
      createdAt: z.string(),
    }),
  ),
  /** The same changes with a sentence about each, newest first. */
  done: z.array(change),
  /** Cost and tokens of the unattended runs. */
  cost: z.nullable(z.number()),
  tokens: z.number(),
  isCut: z.boolean(),
});
export type AwayView = z.infer<typeof awayView>;
export type AwayChange = AwayView["changes"][number];
/** Part of the view that the store reads. `lib/code/history` adds the sentences. */
export type StoredAway = Omit<AwayView, "done">;
