const AT_ONCE = 25;

/**
 * Does `work` for each item, some at a time. When one fails the others come to their end first: a statement that is sent
 * after the rollback would be done for good, and a file that is written after the clean-up would be left behind.
 */
export async function together<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const done = await Promise.allSettled(items.slice(from, from + AT_ONCE).map(work));
    for (const one of done) {
      if (one.status === "rejected") throw one.reason;
      results.push(one.value);
    }
  }
  return results;
}
