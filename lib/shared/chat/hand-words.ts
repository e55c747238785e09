import type { BrowserHand } from "@/lib/shared/browser/hand";
import { hostOf, lineOf } from "./web-address";

/** "You took over the browser at example.com"; before a line of theirs it ends in a colon. */
export function handWords({ event, url, title, text }: BrowserHand): string {
  const page = hostOf(url) ?? lineOf(title, 60);
  const where = page && ` at ${page}`;
  if (event === "taken") return `You took over the browser${where}`;
  return `You handed the browser back${where}${text ? ": " : ""}`;
}
