import type { Adapter } from "./adapter";

/** Mostly small local models: they write calls as text and invent arguments. */
export const other: Adapter = {
  id: "other",
  title: "other models",
  models: "All other models, such as local ones",
  sign: /^/,
  prompt:
    "A tool is called only by a tool call whose arguments are one JSON object that fits its schema; a call that is written as text does nothing.",
};
