const MAX_DROPPED = 64_000_000;
const DROP_MS = 10_000;

/**
 * Yields the bytes of a request. If the consumer stops early, the rest is read and discarded: many clients
 * read the response only after sending everything, and would report a broken connection instead.
 */
export async function* incoming(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let isOver = false;
  const next = async () => {
    // If reading fails, the client has disconnected and there is nothing left to discard.
    const { done, value } = await reader.read().catch((error) => {
      isOver = true;
      throw error;
    });
    isOver = done;
    return value;
  };
  try {
    for (let piece = await next(); piece; piece = await next()) yield piece;
  } finally {
    const until = performance.now() + DROP_MS;
    for (let dropped = 0; !isOver && dropped < MAX_DROPPED && performance.now() < until; )
      dropped += (await next().catch(() => undefined))?.byteLength ?? 0;
    if (!isOver) await reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}
