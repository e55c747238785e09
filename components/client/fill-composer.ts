type Take = (text: string) => void;

const takers = new Set<Take>();

/**
 * Puts a text into the visible message field for the user to edit and send. Returns false if there is no
 * field.
 */
export function fillComposer(text: string): boolean {
  for (const take of takers) take(text);
  return takers.size > 0;
}

export function onFill(take: Take): () => void {
  takers.add(take);
  return () => takers.delete(take);
}
