import { gzipSync } from "node:zlib";
import { makePdf } from "../../lib/data/files/testing/pdf.ts";
import { image } from "../provider/image.ts";
import { html, type Pages } from "./serve.ts";

const jis = (bytes: number[]) => Buffer.from(bytes);
const JAPANESE = jis([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]);

/** Returns numbered lines of 50 characters, which show missing and duplicate text. */
export const lines = (characters: number): string =>
  Array.from({ length: Math.ceil(characters / 50) }, (_, at) =>
    `line ${String(at).padStart(6, "0")} of a text that is much too long`.padEnd(49, ".").concat("\n"),
  ).join("");

const number = (url: URL, name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise);

export const transfers: Pages = {
  json: { type: "application/json", body: '{"height": 2.5,  "at": "pier"}' },
  large: ({ url }) => ({ type: "text/plain", body: lines(number(url, "characters", 200_000)) }),
  binary: {
    type: "application/octet-stream",
    body: Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 256)),
  },
  picture: { type: "image/png", body: image("The gauge at the pier") },
  pdf: { type: "application/pdf", body: makePdf(["The first page of the tide tables", "The second page"]) },
  "latin-1": {
    type: "text/html; charset=iso-8859-1",
    body: Buffer.from("<title>Café</title><p>Crème brûlée à la carte</p>", "latin1"),
  },
  "shift-jis": {
    type: "text/html",
    body: Buffer.concat([
      Buffer.from('<!doctype html><meta charset="shift_jis"><title>'),
      JAPANESE,
      Buffer.from("</title><p>"),
      JAPANESE,
      Buffer.from("</p>"),
    ]),
  },
  gzip: {
    headers: { "content-encoding": "gzip" },
    body: gzipSync(html("Packed", "<p>This page came packed.</p>")),
  },
  /** 100 MB of zeros, compressed to 100 KB. */
  bomb: () => ({
    type: "text/plain",
    headers: { "content-encoding": "gzip" },
    body: gzipSync(Buffer.alloc(1e8)),
  }),
  /** Responds after `?ms=`, or never if the client disconnects first. */
  async slow({ url }, answer) {
    await new Promise((later) => {
      const timer = setTimeout(later, number(url, "ms", 60_000));
      answer.once("close", () => {
        clearTimeout(timer);
        later(null);
      });
    });
    answer.end("at last");
    return undefined;
  },
  /** `/redirect/3` leads to `/redirect/2` and so on, and finally to `/article`, with `?status=`. */
  redirect: ({ rest, url }) => ({
    status: number(url, "status", 302),
    headers: { location: Number(rest) > 0 ? `/redirect/${Number(rest) - 1}${url.search}` : "/article" },
  }),
  /** Redirects to `?url=` with `?status=`. */
  leads: ({ url }) => ({
    status: number(url, "status", 302),
    headers: { location: url.searchParams.get("url") ?? "/" },
  }),
  headers: ({ url }) => ({ headers: { "x-long": "x".repeat(number(url, "bytes", 64_000)) } }),
  status: ({ rest }) => ({ status: Number(rest), type: "text/plain", body: `This is ${rest}.` }),
  echo: ({ method, url, headers, body }) => ({
    type: "application/json",
    headers: { "x-asked": method, "set-cookie": "nobody=cares" },
    body: JSON.stringify({ method, path: url.pathname + url.search, headers, body: body.toString() }),
  }),
};
