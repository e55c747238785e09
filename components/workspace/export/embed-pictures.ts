/** As `Picture` writes them; what somebody wrote holds no bare quotation mark, so it cannot look like it. */
const STORED = / src="(\/api\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/gi;
/** What React writes beside a picture, for a page that would load it. */
const AHEAD = /<link rel="preload" as="image" href="\/api\/files\/[0-9a-f-]{36}"\/>/gi;

/**
 * The pieces with stored pictures as data, each read once. One that `load` has no data for keeps its words: an exported
 * file loads nothing.
 */
export async function* embedPictures(
  pieces: AsyncIterable<string>,
  load: (url: string) => Promise<string | undefined>,
): AsyncGenerator<string> {
  const held = new Map<string, string | undefined>();
  for await (const piece of pieces) {
    for (const [, url = ""] of piece.matchAll(STORED)) if (!held.has(url)) held.set(url, await load(url));
    yield piece.replace(AHEAD, "").replace(STORED, (_, url: string) => {
      const data = held.get(url);
      return data?.startsWith("data:image/") ? ` src="${data}"` : "";
    });
  }
}
