import { english } from "../translate.ts";

export const t = english("workspace", {
  usesBrowser: "The agent uses its browser",
  newAnswer: ", new answer",
  writing: "The agent is writing",
  readAnswer: "Read the answer: {news}",
  canvas: "Canvas",
  reconnecting: "Reconnecting… Your text is kept.",
  updated: "Easel was updated.",
  reload: "Reload",
});
