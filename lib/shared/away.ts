import * as z from "zod/mini";
import { jobRunStatus } from "./jobs/contract";
import { JOB_KINDS } from "./jobs/kinds";
import { KINDS } from "./kinds";

/** `POST /api/away`: since when nobody had looked, where that was long enough to be told of and is not dismissed. */
export const visitAnswer = z.object({ since: z.nullable(z.string()) });

/** `GET /api/away?since=`: what the agent did by itself, and what that changed and cost. */
export const awayView = z.object({
  since: z.string(),
  runs: z.array(
    z.object({
      jobId: z.string(),
      kind: z.enum(JOB_KINDS),
      /** Null where the job is deleted. */
      name: z.nullable(z.string()),
      conversationId: z.nullable(z.string()),
      /** Why its last firing failed, if failures in a row switched it off and it is still off. */
      offBecause: z.optional(z.string()),
      /** How its firings stand, each status with its number. */
      counts: z.array(z.object({ status: jobRunStatus, count: z.number() })),
      /** US dollars; null where none is known. */
      cost: z.nullable(z.number()),
    }),
  ),
  changes: z.array(
    z.object({
      kind: z.enum(KINDS),
      name: z.string(),
      /** Title, for kinds with an id as their name (`isNamedById`); null otherwise. */
      title: z.nullable(z.string()),
      /** The newest version, and how many were written since. */
      revisionId: z.string(),
      versions: z.number(),
      /** The version that takes it away. */
      isDeleted: z.boolean(),
      /** The conversation in which it was changed last. */
      conversationId: z.string(),
      /** What undoes it: the version before the first of them; null where there was none, so that it would be deleted. */
      beforeId: z.nullable(z.string()),
      /** Something else was changed on top of it since: undoing would undo that, too. */
      isOvertaken: z.boolean(),
      createdAt: z.string(),
    }),
  ),
  /** What the models that worked while nobody sat before them have used. */
  cost: z.nullable(z.number()),
  tokens: z.number(),
  /** There is more than is listed. */
  isCut: z.boolean(),
});
export type AwayView = z.infer<typeof awayView>;
export type AwayChange = AwayView["changes"][number];
