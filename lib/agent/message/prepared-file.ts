import { scaled } from "@/lib/data/files/image";
import { read } from "@/lib/ground/blobs/blobs";
import type { Marked } from "@/lib/shared/origins";
import type { Part } from "./message";

/**
 * The model's view of a file that the user attached: text, and the file itself if the model can view it.
 * Files are stored apart from messages, so this is prepared before a request (`files.ts`).
 */
export type PreparedFile = {
  text: string;
  look?: { hash: string; mediaType: string; filename: string; kind: "picture" | "document" };
  /** Estimated tokens of text and file. */
  tokens: number;
  /** All readable content as text, for summaries. */
  fullText: string;
  /** Set if the agent made the file or it is from a server: the web origins whose text it may contain. */
  marked?: Marked;
};

/** Keyed by part, because each run has separate part objects. */
const preparedFiles = new WeakMap<Part, PreparedFile>();

export const preparedFileOf = (part: Part): PreparedFile | undefined => preparedFiles.get(part);
export const setPreparedFile = (part: Part, file: PreparedFile): void => void preparedFiles.set(part, file);

/**
 * Returns the text and the file as message parts. Returns a note instead if the file is no longer available.
 */
export async function asParts({ text, look }: PreparedFile): Promise<Part[]> {
  if (!look) return [{ type: "text", text }];
  const { hash, mediaType, filename, kind } = look;
  const file = kind === "picture" ? await scaled(hash, mediaType) : await whole(hash, mediaType);
  if (!file) return [{ type: "text", text: `${text} The file cannot be shown now.` }];
  const url = `data:${file.mediaType};base64,${Buffer.from(file.bytes).toString("base64")}`;
  return [
    { type: "text", text },
    { type: "file", mediaType: file.mediaType, filename, url },
  ];
}

async function whole(hash: string, mediaType: string) {
  const bytes = await read(hash);
  return bytes && { bytes, mediaType };
}
