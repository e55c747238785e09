import type { Adapter } from "./adapter";

/** Gemini models sometimes write a call as code, which ends the turn. */
export const gemini: Adapter = {
  id: "gemini",
  title: "Gemini models",
  models: "gemini-…",
  sign: /^gemini-/,
  prompt:
    "Call tools only by function calls: a call that is written as code or as text does nothing. Continue until the task is done.",
};
