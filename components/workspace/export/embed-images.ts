/** Matches the `src` that `Image` renders. User content has escaped quotes, so it cannot match. */
const STORED = / src="(\/api\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/gi;
/** Matches preload links that React adds for images. */
const AHEAD = /<link rel="preload" as="image" href="\/api\/files\/[0-9a-f-]{36}"\/>/gi;

/**
 * Replaces the URLs of stored images with data URLs, loading each image once. If `load` returns undefined,
 * only the alt text remains, because an exported file loads nothing.
 */
export async function* embedImages(
  pieces: AsyncIterable<string>,
  load: (url: string) => Promise<string | undefined>,
): AsyncGenerator<string> {
  const loaded = new Map<string, string | undefined>();
  for await (const piece of pieces) {
    for (const [, url = ""] of piece.matchAll(STORED)) if (!loaded.has(url)) loaded.set(url, await load(url));
    yield piece.replace(AHEAD, "").replace(STORED, (_, url: string) => {
      const data = loaded.get(url);
      return data?.startsWith("data:image/") ? ` src="${data}"` : "";
    });
  }
}
