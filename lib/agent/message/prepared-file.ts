import { scaled } from "@/lib/data/files/picture";
import { read } from "@/lib/ground/blobs/blobs";
import type { Marked } from "@/lib/shared/origins";
import type { Part } from "./message";

/**
 * What a model is given of a file that the person attached: words, and where it can look at the file itself, that. Files are
 * kept apart from the messages that name them, so this is found out before a model is asked (`files.ts`).
 */
export type PreparedFile = {
  text: string;
  /** The file itself, after the words. */
  look?: { hash: string; mediaType: string; filename: string; kind: "picture" | "document" };
  /** About how many there are of all of it. */
  tokens: number;
  /** All that can be said of it in words, for a summary. */
  words: string;
  /** Of what the agent made, or what is from a server: the origins on the web whose text may be in it. */
  marked?: Marked;
};

/** By the part of the message; a run has parts of its own. */
const known = new WeakMap<Part, PreparedFile>();

export const preparedFileOf = (part: Part): PreparedFile | undefined => known.get(part);
export const setPreparedFile = (part: Part, given: PreparedFile): void => void known.set(part, given);

/** The words and the file as parts of a message. A file that cannot be had any more is only told of. */
export async function asParts({ text, look }: PreparedFile): Promise<Part[]> {
  if (!look) return [{ type: "text", text }];
  const { hash, mediaType, filename, kind } = look;
  const file = kind === "picture" ? await scaled(hash, mediaType) : await whole(hash, mediaType);
  if (!file) return [{ type: "text", text: `${text} It cannot be shown to you at the moment.` }];
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
