import type { TransactionSql } from "postgres";
import type { z } from "zod";
import type { ImportChange } from "@/lib/shared/import";
import type { Read } from "@/lib/store/conversations/export";
import type { FileThing } from "../agent-file";
import type { Brought } from "../cut-bytes";

/** Whether what the file lets the agent do without asking holds here too, or is asked about until the person says so here. */
export type Rights = "file" | "ask";

/** What a file would do to one thing of a section. */
export type PlannedThing = {
  change: ImportChange;
  /** By which it is known whether a preview has shown just that. */
  digest: string;
} & (
  | {
      /** Once the versions are there. What breaks off is completed by importing the file again. */
      put(rights: Rights): Promise<void>;
    }
  | {
      /** Together with the versions, of which it is told by whether they are new. Gives what tells others of it. */
      putWith(tx: TransactionSql): Promise<() => void>;
    }
);

export type SectionPlan = { same: number; planned: PlannedThing[] };

/** What an agent has beside the things of which every version travels: a field of its file. */
export type Section<T = unknown> = {
  /** It goes into a file only where that is asked for. */
  isAsked?: true;
  /** The field's value as JSON, in pieces; none where there is nothing. */
  write(agentId: string, read: Read): AsyncGenerator<string>;
  file: z.ZodType<T>;
  /** What the value would do, beside the things that the file brings. Throws an AppError that names the place in the file. */
  plan(agentId: string, value: T, brought: Brought, things: readonly FileThing[]): Promise<SectionPlan>;
};

export const defineSection = <T>(section: Section<T>): Section => section as Section;

/** An array in pieces, an entry a line. */
export async function* lines(entries: AsyncIterable<string>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const entry of entries) {
    yield before + entry;
    before = ",\n";
  }
  if (before !== "[\n") yield "]";
}

/** A change of what has no versions. */
export const changeOfThing = (
  kind: ImportChange["kind"],
  name: string,
  action: ImportChange["action"],
  more: Pick<ImportChange, "title" | "detail" | "from" | "liveId"> | object = {},
): ImportChange => ({ kind, name, action, versions: 1, from: null, liveId: null, ...more });
