import { english } from "../translate.ts";

export const t = english("sharedMcp", {
  removed:
    "{count, plural, one {# invisible character was} other {# invisible characters were}} removed from {source}. Only a model would have read them.",
});
