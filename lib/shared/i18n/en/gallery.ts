import { english } from "../translate.ts";

export const t = english("gallery", {
  search: "Search the gallery",
  inline: "In conversations",
  apps: "Apps",
  found: "{count, number} found",
  foundMore: "{count, number} found, and more",
  noMatch: "Nothing matches “{wanted}”.",
  noneOfKind: "None yet",
  none: "Nothing made yet",
  noneHint: "Ask the agent for “a board to sort my ideas”.",
  askForOne: "Ask for one",
  versionFailed: "Version {version, number} failed its test",
  sampleFailed: "Failed with sample values: {message}",
  tiles: "{count, plural, =0 {Empty} one {1 tile} other {# tiles}}",
  newTab: "(new tab)",
  manage: "Manage",
  remix: "Remix",
  remixItem: "Remix “{title}”",
  remixFor: "Copy for",
  copying: "Copying…",
  notCopied: "“{title}” not copied. {error}",
  tilesLeft:
    "{count, plural, one {1 tile was} other {# tiles were}} left out, because the other agent cannot show them",
  changeDraft: "Change the component `{name}`: ",
});
