import type { Snapshot } from "@/lib/shared/chat/contract";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import type { Followed } from "@/lib/shared/shares";

/*
 * exportConversation(snapshot)            downloads `<title>.html`: one file that reads without Easel and without a network
 * printConversation(snapshot)             prints the same document
 * exportSurface(surface)                  one surface, without what was said in its conversation
 * printSurface(surface)
 * surfaceFile(surface)                    the same file as data, for a link; rejects where it could not be made
 * followedBy(surface)                     what its component follows: all that a live link to it may read
 * usePrintKey(print)                      (use-print-key.ts) Ctrl+P runs `print`
 *
 * Each resolves when the file was handed to the browser (or the print dialog has opened), and to false when the person
 * cancelled. Progress with a way to cancel, and words for what fails, are shown by a toast: a caller needs no state.
 */

/** The parts of a snapshot that an export reads. `messages` may include the running message. */
export type Exportable = Pick<Snapshot, "conversation" | "messages" | "asks">;

// Imports only types, so that the first page does not load the export code.
const load = () => import("./take");

export async function exportConversation(snapshot: Exportable): Promise<boolean> {
  return (await load()).takeConversation(snapshot, "file");
}

export async function printConversation(snapshot: Exportable): Promise<boolean> {
  return (await load()).takeConversation(snapshot, "print");
}

export async function exportSurface(surface: Surface): Promise<boolean> {
  return (await load()).takeSurface(surface, "file");
}

export async function printSurface(surface: Surface): Promise<boolean> {
  return (await load()).takeSurface(surface, "print");
}

export async function surfaceFile(surface: Surface): Promise<Blob> {
  return (await load()).surfaceFile(surface);
}

export async function followedBy(surface: Surface): Promise<Followed> {
  return (await load()).followedBy(surface);
}
