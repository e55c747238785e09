type Take = (text: string) => void;

/** The composers on the screen. */
const takers = new Set<Take>();

/** Puts a text into the message field that is on the screen, for the person to change and send. False where there is none. */
export function fillComposer(text: string): boolean {
  for (const take of takers) take(text);
  return takers.size > 0;
}

/** Calls `take` with each text that is put here; gives what ends it. */
export function onFill(take: Take): () => void {
  takers.add(take);
  return () => takers.delete(take);
}
