const MAX_DROPPED = 64_000_000;
const DROP_MS = 10_000;

/**
 * The bytes of a request. Who stops early leaves the rest to be taken in and dropped: many clients look at the answer only
 * when they have sent everything, and would see a broken connection instead of it.
 */
export async function* incoming(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let isOver = false;
  const next = async () => {
    // A client that breaks off has nothing left to be dropped.
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
