/** Key in `_meta` of a result: how many invisible characters Easel removed from it. */
export const REMOVED = "easel/removedCharacters";

export const removedMessage = (removed: number, source: string): string =>
  `${removed.toLocaleString("en")} invisible ${removed === 1 ? "character was" : "characters were"} removed from ${source}: a model would have read them, but you would not have seen them.`;
