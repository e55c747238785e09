import { AppError } from "@/lib/shared/errors";
import { type Block, type BlockKey, contentOf, keyOf } from "@/lib/shared/memory/memory";
import type { MemoryStore } from "./store";

export type BlockWriters = Pick<MemoryStore, "create" | "update" | "append">;

export function blockWriters({ persist }: Pick<MemoryStore, "persist">): BlockWriters {
  const writers: BlockWriters = {
    async create(agentId, { label, ...content }, by) {
      const key = keyOf(label, content);
      return one(
        await persist(
          agentId,
          [key],
          ([there]) => {
            if (there) throw taken(there);
            return [content];
          },
          by,
        ),
      );
    },

    async update(agentId, key, change, by, base) {
      return one(
        await persist(
          agentId,
          [key],
          ([block]) => {
            if (!block) throw noBlock(key);
            if (base !== undefined && base !== block.version) throw stale(block);
            return [change(block)];
          },
          by,
        ),
      );
    },

    append: (agentId, key, text, by) =>
      writers.update(
        agentId,
        key,
        (block) => ({ ...contentOf(block), text: joinLines(block.text, text) }),
        by,
      ),
  };
  return writers;
}

/** Joins two texts with exactly one newline. If `text` is empty, returns `more` alone. */
export function joinLines(text: string, more: string): string {
  if (text === "") return more;
  return `${text}${text.endsWith("\n") ? "" : "\n"}${more.replace(/^\n/, "")}`;
}

const one = ([block]: readonly (Block | null)[]): Block => {
  if (!block) throw new Error("A block was not stored");
  return block;
};

export const noBlock = ({ label, isArchival }: BlockKey): AppError =>
  new AppError("not_found", `There is no ${isArchival ? "archival " : ""}block "${label}".`);

const taken = ({ label, isArchival, version }: Block) =>
  new AppError("conflict", `The ${isArchival ? "archival " : ""}block "${label}" already exists.`, {
    details: { version },
  });

export const stale = ({ label, version }: Pick<Block, "label" | "version">): AppError =>
  new AppError(
    "conflict",
    `"${label}" changed since you read it; version ${version} is now live. Read it again.`,
    {
      details: { version },
    },
  );
