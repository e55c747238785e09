import { english } from "../translate.ts";

export const t = english("instructions", {
  notSavedProblem: "Not saved. {problem}",
  savedAsVersion: "Saved as version {version, number}",
  version: "Version {version, number}",
  chars: "{count, plural, one {# character} other {# characters}}",
  charsOfMax: "{count, number} of {max, number} characters",
  tooManyChars: "{over, plural, one {# character} other {# characters}} too many",
  copyText: "Copy text",
  texts: "Texts",
});
