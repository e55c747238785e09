import type { Adapter } from "./adapter";

/** Claude models tend to call tools one after another and to repeat their output. */
export const claude: Adapter = {
  id: "claude",
  title: "Claude models",
  models: "claude-…",
  sign: /^claude-/,
  prompt: "Make calls that do not depend on each other in one step. Do not summarise the canvas in the chat.",
};
