import { english } from "../translate.ts";

export const t = english("settings", {
  settings: "Settings",
  advanced: "Advanced",
  files: "{count, plural, one {# file} other {# files}}",
  rich: "Open <link>the page</link> of {name}",
});
