import type { BlocksAnswer } from "@/lib/shared/blocks/answer";
import type { Block, BlockType } from "@/lib/shared/blocks/index";

/** The ask that a block belongs to. */
export type Ask = {
  /** `streaming`: the model is still writing the call. `waiting`: the person may answer. `answered`: it is over. */
  state: "streaming" | "waiting" | "answered";
  /** The surface's title, after which files that are taken from it are named. */
  title?: string;
  /** The tool call's output, once it is over. */
  answer?: unknown;
  /** Under this key a half-filled form is kept in this browser; unique to conversation and tool call. */
  draftKey: string;
  /** Rejects with an `Error` whose message is for the person. */
  onAnswer?: (output: BlocksAnswer) => Promise<void>;
};

export type BlockProps<Type extends BlockType = BlockType> = {
  block: Block<Type>;
  /** The model is still writing this very block. */
  growing: boolean;
  ask: Ask;
};
