import type { Snapshot } from "@/lib/shared/chat/contract";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import type { Followed, ShareChoices, SharedCopy } from "@/lib/shared/shares";

/*
 * exportConversation(snapshot)  downloads `<title>.html`, which works without Easel and without a network
 * printConversation(snapshot)   prints the same document
 * exportSurface(surface, id)    downloads one surface, without the messages of its conversation `id`
 * printSurface(surface)         prints one surface
 * surfaceFile(surface)          returns the file of a surface for a share link; rejects on failure
 * copyOf(snapshot, choices)     returns the copy of a conversation for its share link; rejects on failure
 * followedBy(surface)           returns the queries and state keys of its component: all that a live link may read
 * usePrintKey(print)            makes Ctrl+P run `print` (use-print-key.ts)
 *
 * The gallery keeps a copy of each downloaded file. Exports resolve to true once the browser has the file or the print dialog is open, and to false if the user
 * cancelled. Toasts show progress, a cancel button and errors, so callers need no state.
 */

/** The parts of a snapshot that an export reads. `messages` may include the running message. */
export type Exportable = Pick<Snapshot, "conversation" | "messages" | "asks">;

export type CopyOptions = { choices: ShareChoices; signal: AbortSignal };

// Imports only types, so that the first page does not load the export code.
const load = () => import("./take");

export async function exportConversation(snapshot: Exportable): Promise<boolean> {
  return (await load()).takeConversation(snapshot, "file");
}

export async function printConversation(snapshot: Exportable): Promise<boolean> {
  return (await load()).takeConversation(snapshot, "print");
}

export async function exportSurface(surface: Surface, conversation?: string): Promise<boolean> {
  return (await load()).takeSurface(surface, "file", conversation);
}

export async function printSurface(surface: Surface): Promise<boolean> {
  return (await load()).takeSurface(surface, "print");
}

export async function surfaceFile(surface: Surface): Promise<Blob> {
  return (await load()).surfaceFile(surface);
}

export async function copyOf(from: Exportable, chosen: CopyOptions): Promise<SharedCopy> {
  return (await import("./copy")).copyOf(from, chosen);
}

export async function followedBy(surface: Surface): Promise<Followed> {
  return (await load()).followedBy(surface);
}
