import { Bytes, charCode, NativeError, NativeString, NativeTypeError, parse } from "./intrinsics";

type Ask = (op: string, args: unknown[]) => Promise<unknown>;
type Answer = {
  status: number;
  url: string;
  headers: [string, string][];
  text: string;
  /** Of what is no text. */
  base64?: string;
};

/** The standard's `fetch`, as much of it as code here asks for. */
export const fetchBy = (ask: Ask) => async (address: unknown, init?: unknown) => {
  const answer = (await ask("fetch", [NativeString(address), optionsOf(init)])) as Answer;
  return responseOf(answer);
};

function optionsOf(init: unknown) {
  const { method, headers, body } = (init ?? {}) as Record<string, unknown>;
  const text = body === undefined || body === null ? undefined : NativeString(body);
  if (text === "[object Object]")
    throw new NativeTypeError("The body of a fetch is a text: make one with JSON.stringify");
  return { method, headers: isIterable(headers) ? [...headers] : headers, body: text };
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.iterator in value;

function responseOf({ status, url, headers, text, base64 }: Answer) {
  const find = (name: unknown) => {
    const wanted = NativeString(name).toLowerCase();
    for (let at = 0; at < headers.length; at++) if (headers[at]?.[0] === wanted) return headers[at]?.[1];
  };
  const bytes = () => (base64 === undefined ? encoded(text) : decoded(base64));
  return {
    ok: status >= 200 && status < 300,
    status,
    url,
    headers: {
      get: (name: unknown) => find(name) ?? null,
      has: (name: unknown) => find(name) !== undefined,
      [Symbol.iterator]: () => headers[Symbol.iterator](),
    },
    text: async () => text,
    json: async () => {
      try {
        return parse(text) as unknown;
      } catch {
        throw new NativeError(`The answer of ${url} (status ${status}) is no JSON`);
      }
    },
    bytes: async () => bytes(),
    arrayBuffer: async () => bytes().buffer,
  };
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);

function decoded(base64: string): Uint8Array {
  const binary = atob(base64);
  const bytes = new Bytes(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = charCode(binary, at);
  return bytes;
}
