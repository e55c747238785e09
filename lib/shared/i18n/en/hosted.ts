import { english } from "../translate.ts";

export const t = english("hosted", {
  failed: "It did not work. Try again.",
  failedWith: "Something failed: {message}",
  notConnected: "This program did not connect the component to Easel.",
  needsClick: "This works only after a click or key in the component.",
  notStored: "Files can be stored only in Easel.",
  openEasel: "Open Easel",
});
