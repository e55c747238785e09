import type { ReactNode } from "react";
import type { Kept } from "@/components/client/sheet-state";
import type { Block, BlockType, LeafBlock } from "@/lib/shared/blocks";
import type { BlocksAnswer } from "@/lib/shared/blocks/answer";

/** The ask that a block belongs to. */
export type Ask = {
  /**
   * `streaming`: the model is still writing the call. `waiting`: the person may answer. `late`: nobody waits any more, and
   * what is sent is a message. `answered`: it is over.
   */
  state: "streaming" | "waiting" | "late" | "answered";
  /** The surface's title, after which files that are taken from it are named. */
  title?: string;
  /** The call that is answered: what was sent to one is not sent to the next, which shows other blocks in the same place. */
  call?: string;
  /** The tool call's output, once it is over. */
  answer?: unknown;
  /** Keeps what the person does in this block; without it that lasts as long as the block. */
  kept?: Kept;
  /** Keeps what they change in a table of the database, for the agent to be told of. */
  edits?: Kept;
  /** Draws a block of a layout: of its nth list the one at this index. */
  nested?: (block: LeafBlock, part: number, index: number) => ReactNode;
  /** Rejects with an `Error` whose message is for the person. */
  onAnswer?: (output: BlocksAnswer) => Promise<void>;
  /** Runs an agent-made tool with a row, and gives what it gave; rejects as `onAnswer` does. */
  onTool?: (tool: string, row: Record<string, unknown>) => Promise<unknown>;
};

export type BlockProps<Type extends BlockType = BlockType> = {
  block: Block<Type>;
  /** The model is still writing this very block. */
  growing: boolean;
  ask: Ask;
};
