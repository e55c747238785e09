import { english } from "../translate.ts";

export const t = english("preview", {
  changing: "Being changed. Press for the current version.",
  testing: "Being tried out",
  edits: "Being changed, {count, plural, one {# edit} other {# edits}}",
  lines: "Being written, {count, plural, one {# line} other {# lines}}",
});
