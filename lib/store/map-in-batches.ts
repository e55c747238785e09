const BATCH_SIZE = 25;

/**
 * Maps `items` through `work`, at most 25 at a time. If one call fails, waits for the others of its batch
 * before throwing. Otherwise they could run statements after the caller's rollback, or write files after its
 * cleanup.
 */
export async function mapInBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += BATCH_SIZE) {
    const done = await Promise.allSettled(items.slice(from, from + BATCH_SIZE).map(work));
    for (const one of done) {
      if (one.status === "rejected") throw one.reason;
      results.push(one.value);
    }
  }
  return results;
}
