import { placeLabel } from "@/lib/shared/file-place";
import type { FilePassage, FilePlace } from "@/lib/shared/files";

/** Joins passages, with a line in brackets at the beginning of each page, slide, sheet and time. */
export function labelledText(passages: readonly FilePassage[]): string {
  let last = "";
  let text = "";
  for (const { place, text: own } of passages) {
    const label = markOf(place);
    if (label !== last && label !== "") text = `${text.trimEnd()}\n\n[${label}]\n`;
    last = label;
    text += own;
  }
  return text.trim();
}

/** Headings and lines need no mark: a heading is in the text. */
function markOf(place: FilePlace): string {
  if (place.at === "heading" || place.at === "line") return "";
  return place.at === "row" ? `sheet ${place.sheet}` : placeLabel(place);
}
