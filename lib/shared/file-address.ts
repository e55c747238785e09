/** A file is at most so large, in bytes. */
export const MAX_BYTES = 50_000_000;

const URL_OF_A_FILE = /^\/api\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const urlOf = (id: string): string => `/api/files/${id}`;

/** The id in the address of a stored file; undefined for any other address. */
export const fileIdOf = (url: string): string | undefined => URL_OF_A_FILE.exec(url)?.[1];

/** Pictures that every browser draws, and that are sent to it as what they are. */
export const PICTURES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
]);

/** Those, and drawings, which a browser draws as pictures without running anything in them. */
export const DRAWN: ReadonlySet<string> = new Set([...PICTURES, "image/svg+xml"]);
