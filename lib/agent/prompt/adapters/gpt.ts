import type { Adapter } from "./adapter";

/** GPT models tend to end a turn with a plan and to ask for permission to continue. */
export const gpt: Adapter = {
  id: "gpt",
  title: "GPT models",
  models: "gpt-…, chatgpt-…, o1, o3, o4",
  sign: /^(gpt-|chatgpt-|o[134](-|$))/,
  prompt:
    "Continue until the task is done: call the tools instead of announcing calls, and make calls that do not depend on each other in one step.",
};
