import { stripVTControlCharacters } from "node:util";

/** Returns the message of a browser error without the log that follows it. */
export const firstErrorLine = (error: unknown): string =>
  stripVTControlCharacters(error instanceof Error ? error.message : String(error))
    .split("\n", 1)[0]
    ?.replace(/^(\w+\.)?\w+: /, "")
    .slice(0, 500) ?? "";
