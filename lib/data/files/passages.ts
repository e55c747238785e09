import type { FilePassage, FilePlace } from "@/lib/shared/files";
import { piecesOf } from "@/lib/shared/text/pieces";
import type { Section } from "./plain-sections";

/** Characters of a passage. The embedding model reads about as many. */
const MAX_PASSAGE = 1_000;

/**
 * Joins short sections and divides long ones. A passage never crosses a page, a slide, a heading or a gap between
 * rows. All passages together are the text.
 */
export function passagesOf(sections: readonly Section[]): FilePassage[] {
  const passages: FilePassage[] = [];
  let open: (Section & { last: FilePlace }) | null = null;
  const close = () => {
    if (open) for (const text of piecesOf(open.text, MAX_PASSAGE)) add(open.place, text);
    open = null;
  };
  const add = (place: FilePlace, text: string) => {
    if (text.trim() !== "") passages.push({ ordinal: passages.length, place, text });
  };
  for (const { place, text } of sections) {
    if (open && isTogether(open.last, place) && open.text.length + text.length <= MAX_PASSAGE) {
      open = { place: open.place, last: place, text: open.text + text };
    } else {
      close();
      open = { place, last: place, text };
    }
  }
  close();
  return passages;
}

/** Returns whether one passage can have the text of two places that follow each other. */
function isTogether(a: FilePlace, b: FilePlace): boolean {
  if (a.at === "page") return b.at === "page" && a.page === b.page;
  if (a.at === "slide") return b.at === "slide" && a.slide === b.slide;
  if (a.at === "row") return b.at === "row" && a.sheet === b.sheet && b.row === a.row + 1;
  if (a.at === "heading") return b.at === "heading" && a.n === b.n;
  return a.at === b.at;
}
