type Image = { bytes: Uint8Array<ArrayBuffer>; mediaType: string };

/**
 * Returns a response for an image that was checked or created here. The headers keep browsers from interpreting
 * it as anything else.
 */
export const imageResponse = ({ bytes, mediaType }: Image, maxAgeS: number): Response =>
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
