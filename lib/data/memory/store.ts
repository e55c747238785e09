import type {
  Block,
  BlockContent,
  BlockKey,
  BlockKind,
  BlockWrite,
  MemoryLayer,
  NewBlock,
} from "@/lib/shared/memory/memory";
import type { FoundBy } from "@/lib/shared/memory/memory-search";
import type { By } from "@/lib/store/revisions";

export type BlockHit = Pick<Block, "label" | "updatedAt" | "origins"> & { excerpt: string; score: number };

export type Fact = {
  id: string;
  layer: MemoryLayer;
  content: string;
  category: string | null;
  /** Certainty of the fact, between 0 and 1. */
  certainty: number;
  /** Source of the fact, in the shape of `sourceOf` in store/memory/memories.ts. */
  source: unknown;
  origins: string[];
  createdAt: string;
  /** When the fact expires; null if it never does. */
  expiresAt: string | null;
  lastRecalledAt: string | null;
  recalls: number;
};

export type FactToKeep = Pick<Fact, "layer" | "content"> &
  Partial<Pick<Fact, "category" | "certainty" | "source">> & {
    /** Only for the layer `session`: the conversation to whose session the fact belongs. */
    conversationId?: string;
  };

export type RecalledFact = Fact & {
  /** Between 0 and 1. Comparable with the other results. */
  relevance: number;
  foundBy: FoundBy[];
};

/**
 * Storage of an agent's memory, used by tools, routes and prompts; the implementation is Postgres. Every
 * write stores a version. Methods throw an AppError: `not_found` if the item does not exist, `conflict` with
 * `details.version` if `base` is not the current version, `invalid` if a value does not fit. Lengths are in
 * UTF-16 units.
 */
export type MemoryStore = {
  create(agentId: string, block: NewBlock, by: By): Promise<Block>;

  get(agentId: string, key: BlockKey): Promise<Block | null>;

  /**
   * Lists core and working blocks by label, then the archive by label. A page ends early if its texts are
   * long.
   */
  list(
    agentId: string,
    query?: { kind?: BlockKind; cursor?: string },
  ): Promise<{ blocks: Block[]; nextCursor?: string }>;

  /**
   * Locks the block and applies `change` to its current content. If the content stays the same, no version is
   * created.
   */
  update(
    agentId: string,
    key: BlockKey,
    change: (block: Block) => BlockContent,
    by: By,
    base?: number,
  ): Promise<Block>;

  /** Appends text, separated by exactly one newline. */
  append(agentId: string, key: BlockKey, text: string, by: By): Promise<Block>;

  /** Returns the archive entries closest in words or meaning, best first. */
  search(agentId: string, query: string, options?: { limit?: number }): Promise<BlockHit[]>;

  /**
   * Writes several blocks atomically. Locks the blocks, and calls `change` with the current block of each
   * key; `change` returns the writes. Resolves to the blocks after the writes.
   */
  persist(
    agentId: string,
    keys: readonly BlockKey[],
    change: (current: readonly (Block | null)[]) => readonly BlockWrite[],
    by: By,
  ): Promise<(Block | null)[]>;

  /** Stores a fact. If the same content already exists in the same layer, renews the existing fact. */
  remember(agentId: string, fact: FactToKeep, by: By): Promise<Fact>;

  recall(
    agentId: string,
    query: string,
    options?: {
      limit?: number;
      layer?: MemoryLayer;
      conversationId?: string;
      /** Only facts of this project; null for facts of none. */
      projectId?: string | null;
    },
  ): Promise<RecalledFact[]>;

  /** Removes a fact from search and prompt. Resolves to false if the fact did not exist. */
  forget(agentId: string, id: string, by: By): Promise<boolean>;
};
