import type { Adapter } from "./adapter";

/** They tend to call one tool after the other, and to tell again what a tool has shown. */
export const claude: Adapter = {
  id: "claude",
  title: "Claude models",
  models: "claude-…",
  sign: /^claude-/,
  prompt:
    "Make calls that do not depend on each other in one step. What stands on the canvas needs no summary in the chat.",
};
