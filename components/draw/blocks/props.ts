import type { ReactNode } from "react";
import type { StoredEntry } from "@/components/client/surface-state";
import type { Block, BlockType, LeafBlock } from "@/lib/shared/blocks";
import type { BlocksAnswer } from "@/lib/shared/blocks/answer";

export type Ask = {
  /**
   * `streaming`: the model is still writing the call. `waiting`: a run waits for the user's answer. `late`: no run
   * waits any more, and the answer is sent as a message. `answered`: nothing can be sent any more.
   */
  state: "streaming" | "waiting" | "late" | "answered";
  title?: string;
  /**
   * Id of the call that is answered. The send status of one call does not apply to the next, which may show other
   * blocks.
   */
  call?: string;
  answer?: unknown;
  /** Stores the user's input in this block. Without it the input lasts as long as the block. */
  stored?: StoredEntry;
  /** Stores the user's edits of a database table, which are reported to the agent. */
  edits?: StoredEntry;
  nested?: (block: LeafBlock, part: number, index: number) => ReactNode;
  /** Rejects with an `Error` whose message is for the user. */
  onAnswer?: (output: BlocksAnswer) => Promise<void>;
  /** Runs a tool of the agent with a row, and resolves to its result. Rejects like `onAnswer`. */
  onTool?: (tool: string, row: Record<string, unknown>) => Promise<unknown>;
};

export type BlockProps<Type extends BlockType = BlockType> = {
  block: Block<Type>;
  growing: boolean;
  ask: Ask;
};
