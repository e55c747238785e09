import type { FilePlace } from "./files";

/** Describes a place for models, such as "page 3" or "sheet Costs, row 12". */
export function placeLabel(place: FilePlace): string {
  switch (place.at) {
    case "page":
      return `page ${place.page}`;
    case "slide":
      return place.title ? `slide ${place.slide}: ${place.title}` : `slide ${place.slide}`;
    case "row":
      return `sheet ${place.sheet}, row ${place.row}`;
    case "heading":
      return place.heading || "beginning";
    case "line":
      return `line ${place.line}`;
    case "time":
      return place.time;
  }
}

/** Returns the address that opens a file at a passage. */
export const passageLink = (fileId: string, ordinal: number): string => `/files/${fileId}?passage=${ordinal}`;
