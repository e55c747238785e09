type Picture = { bytes: Uint8Array<ArrayBuffer>; mediaType: string };

/** A picture whose bytes were checked or made here, in headers that let a browser take it for nothing else. */
export const pictureResponse = ({ bytes, mediaType }: Picture, maxAgeS: number): Response =>
  new Response(bytes, {
    headers: {
      "content-type": mediaType,
      "content-length": String(bytes.byteLength),
      "cache-control": `private, max-age=${maxAgeS}`,
      "content-disposition": "inline",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
  });
