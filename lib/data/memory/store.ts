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
  /** 0 to 1. */
  certainty: number;
  /** What it is known from; its shape is that of `sourceOf` where facts are written. */
  source: unknown;
  origins: string[];
  createdAt: string;
  /** Null: never. */
  expiresAt: string | null;
  lastRecalledAt: string | null;
  recalls: number;
};

export type FactToKeep = Pick<Fact, "layer" | "content"> &
  Partial<Pick<Fact, "category" | "certainty" | "source">> & {
    /** Of the layer session: whose session it is. */
    conversationId?: string;
  };

export type RecalledFact = Fact & {
  /** 0 to 1, among the answers to one question. */
  relevance: number;
  /** The strongest reason first. */
  foundBy: FoundBy[];
};

/**
 * Where an agent's memory is kept. All that the tools, the routes and the prompt do with it goes through this; the one that
 * is used is over Postgres. Every store keeps a version of each write, and throws `AppError`: `not_found` for what is not
 * there, `conflict` with `details.version` where `base` is not the live version, `invalid` for what does not fit.
 * Characters are UTF-16 units.
 */
export type MemoryStore = {
  /** A block under a label that is free; `conflict` where it is taken. */
  create(agentId: string, block: NewBlock, by: By): Promise<Block>;

  get(agentId: string, key: BlockKey): Promise<Block | null>;

  /** Core and working blocks by label, then the archive by label. A page ends before its texts get long. */
  list(
    agentId: string,
    query?: { kind?: BlockKind; cursor?: string },
  ): Promise<{ blocks: Block[]; nextCursor?: string }>;

  /** `change` sees the newest content, which nobody else changes meanwhile. What changes nothing makes no version. */
  update(
    agentId: string,
    key: BlockKey,
    change: (block: Block) => BlockContent,
    by: By,
    base?: number,
  ): Promise<Block>;

  /** Adds text at the end, joined by exactly one newline. */
  append(agentId: string, key: BlockKey, text: string, by: By): Promise<Block>;

  /** The entries of the archive whose words or meaning come nearest, best first. */
  search(agentId: string, query: string, options?: { limit?: number }): Promise<BlockHit[]>;

  /**
   * Writes several blocks, all or none: `change` sees what is stored under each of the keys, and says what becomes of it.
   * Nobody else changes one of them meanwhile. Gives the blocks as they are afterwards.
   */
  persist(
    agentId: string,
    keys: readonly BlockKey[],
    change: (current: readonly (Block | null)[]) => readonly BlockWrite[],
    by: By,
  ): Promise<(Block | null)[]>;

  /** Keeps a fact; the same content in the same layer renews the one that is there. */
  remember(agentId: string, fact: FactToKeep, by: By): Promise<Fact>;

  /** The facts that fit a text best, best first. */
  recall(
    agentId: string,
    query: string,
    options?: { limit?: number; layer?: MemoryLayer; conversationId?: string },
  ): Promise<RecalledFact[]>;

  /** Takes a fact out of search and prompt at once. Whether it was there. */
  forget(agentId: string, id: string, by: By): Promise<boolean>;
};
