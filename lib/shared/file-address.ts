export const MAX_BYTES = 50_000_000;

const URL_OF_A_FILE = /^\/api\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const urlOf = (id: string): string => `/api/files/${id}`;

export const fileIdOf = (url: string): string | undefined => URL_OF_A_FILE.exec(url)?.[1];

/** Image types that all browsers support. They are served with their own media type. */
export const IMAGES: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
  "image/avif",
]);

/** Includes SVG, which browsers render as an image without running its scripts. */
export const DRAWN: ReadonlySet<string> = new Set([...IMAGES, "image/svg+xml"]);
