import type { MouseEvent } from "react";
import type { Place } from "@/components/pages/data/files-url";
import type { EntryKind, FileEntry } from "@/lib/shared/file-entries";

/** Returns the place of an entry. A file opens over the list of `kind`. */
export function placeOfEntry(entry: FileEntry, kind?: EntryKind): Place {
  if ("file" in entry) return { at: "list", kind, file: entry.file.id };
  if (entry.kind === "table") return { at: "table", table: entry.name, view: "rows" };
  return { at: "collection", collection: entry.name, view: "table" };
}

/** Opens a place without a navigation. With a modifier key, the browser opens a new tab or window. */
export function openHere(event: MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
  event.preventDefault();
  open();
}
