import { english } from "../translate.ts";

export const t = english("chatWeb", {
  screenshots: "Screenshots",
  showMore: "Show {count, number} more",
  screenshotOf: "Screenshot of {part}",
  screenshot: "Screenshot",
  sources: "{count, plural, one {Source} other {Sources}}",
  showFewer: "Show fewer",
  fewer: "Fewer",
  redirectedFrom: "Redirected from",
  body: "Body",
  headers: "Headers",
  showBrowser: "Show browser",
  nothingFound: "Nothing found.",
  newTab: "(new tab)",
});
