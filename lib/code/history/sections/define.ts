import type { TransactionSql } from "postgres";
import type { z } from "zod";
import type { ImportChange } from "@/lib/shared/import";
import type { Read } from "@/lib/store/conversations/export";
import type { FileItem } from "../agent-file";
import type { BlobSizes } from "../cut-bytes";

/**
 * How an import treats permissions to act without asking: "file" keeps them, and "ask" drops them until the
 * user grants them again.
 */
export type Rights = "file" | "ask";

export type PlannedItem = {
  change: ImportChange;
  /** Identifies the content, so that an import can detect a change since the preview. */
  digest: string;
} & (
  | {
      /**
       * Writes the item after the versions are committed. If it is interrupted, a second import of the file
       * completes it.
       */
      put(rights: Rights): Promise<void>;
    }
  | {
      /**
       * Writes the item in the same transaction as the versions. Returns a function that publishes the change
       * after the commit.
       */
      putWith(tx: TransactionSql): Promise<() => void>;
    }
);

export type SectionPlan = { same: number; planned: PlannedItem[] };

/** A field of an agent file that contains data without its version history. */
export type Section<T = unknown> = {
  isOptIn?: true;
  /** Yields the field's value as JSON, in pieces. Yields nothing if there is no data. */
  write(agentId: string, read: Read): AsyncGenerator<string>;
  file: z.ZodType<T>;
  /**
   * Returns the changes that importing `value` would make. `items` are the file's items with version history.
   * Throws an AppError that names the position in the file.
   */
  plan(agentId: string, value: T, blobSizes: BlobSizes, items: readonly FileItem[]): Promise<SectionPlan>;
};

export const defineSection = <T>(section: Section<T>): Section => section as Section;

/** Yields a JSON array in pieces, one entry a line. Yields nothing if it is empty. */
export async function* lines(entries: AsyncIterable<string>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const entry of entries) {
    yield before + entry;
    before = ",\n";
  }
  if (before !== "[\n") yield "]";
}

export const changeOfItem = (
  kind: ImportChange["kind"],
  name: string,
  action: ImportChange["action"],
  more: Pick<ImportChange, "title" | "detail" | "from" | "liveId"> | object = {},
): ImportChange => ({ kind, name, action, versions: 1, from: null, liveId: null, ...more });
