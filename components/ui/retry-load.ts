const AGAIN_MS = 3_000;

/**
 * Wraps a loader for next/dynamic that retries until it succeeds. A failed load would otherwise be an error
 * of the whole page.
 */
export const retryLoad =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    for (;;) {
      try {
        return await load();
      } catch {
        await new Promise((again) => setTimeout(again, AGAIN_MS));
      }
    }
  };
