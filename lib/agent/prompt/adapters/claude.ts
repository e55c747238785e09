import type { Adapter } from "./adapter";

/** Claude models tend to call tools one after another and to repeat their output. */
export const claude: Adapter = {
  id: "claude",
  title: "Claude models",
  models: "claude-…",
  sign: /^claude-/,
  prompt:
    "Make calls that do not depend on each other in one step. What stands on the canvas needs no summary in the chat.",
};
