import { english } from "../translate.ts";

export const t = english("canvasPointing", {
  clickTarget: "Click what you mean",
  pointing: "Pointing",
  keys: "Arrow keys move, Enter selects",
  tooMany: "At most {max, number} places per message.",
});
