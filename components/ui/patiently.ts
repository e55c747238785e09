const AGAIN_MS = 3_000;

/**
 * Loads code for next/dynamic, where it would be an error of the whole page that the server or the network is away just
 * then: it is asked for again until it comes.
 */
export const patiently =
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
