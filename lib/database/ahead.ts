/** The same, with the next one being made while the last one is worked on. */
export async function* ahead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next();
  try {
    for (let one = await next; !one.done; one = await next) {
      next = source.next();
      // Who goes no further shall not leave a failure behind that nobody hears of.
      next.catch(() => {});
      yield one.value;
    }
  } finally {
    await source.return(undefined);
  }
}
