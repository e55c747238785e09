import {
  apply,
  Buffer,
  Bytes,
  charCode,
  eachOfMap,
  fromCharCode,
  isView,
  kindOf,
  NativeError,
  NativeMap,
  NativePromise,
  NativeString,
  NativeTypeError,
  onceSettled,
  parse,
} from "./intrinsics";

type Ask = (op: string, args: unknown[]) => Promise<unknown>;
type Answer = {
  status: number;
  statusText: string;
  redirected: boolean;
  url: string;
  headers: [string, string][];
  /** The body as `text`, or as `base64` if it is not text. */
  text?: string;
  base64?: string;
};

export const fetchBy = (ask: Ask) => async (address: unknown, init?: unknown) => {
  const { signal, redirect = "follow", ...asked } = (init ?? {}) as Record<string, unknown>;
  if (redirect !== "follow")
    throw new NativeTypeError("fetch follows redirects here; response.url has the final address");
  const url = NativeString(address);
  const answering = () => ask("fetch", [url, optionsOf(asked)]);
  return responseOf(
    (await (signal ? unlessAborted(answering, signal as AbortSignal) : answering())) as Answer,
  );
};

const unlessAborted = (work: () => Promise<unknown>, signal: AbortSignal): Promise<unknown> =>
  new NativePromise((done, fail) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
    onceSettled(work(), done, fail);
  });

function optionsOf({ method, headers, body }: Record<string, unknown>) {
  const pairs = pairsOf(headers);
  const { type, ...sent } = bodyOf(body);
  const hasType = pairs.some(([name]) => name.toLowerCase() === "content-type");
  return { method, headers: type && !hasType ? [...pairs, ["content-type", type]] : pairs, ...sent };
}

function pairsOf(headers: unknown): [string, string][] {
  if (typeof headers === "string")
    throw new NativeTypeError('The headers of a fetch must be an object: { accept: "text/plain" }');
  const entries = isIterable(headers) ? headers : Object.entries(headers ?? {});
  const pairs: [string, string][] = [];
  for (const [name, value] of entries as Iterable<[unknown, unknown]>)
    pairs[pairs.length] = [NativeString(name), NativeString(value)];
  return pairs;
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.iterator in value;

function bodyOf(body: unknown): { body?: string; base64?: string; type?: string } {
  if (body === undefined || body === null) return {};
  if (body instanceof Buffer) return { base64: encoded(new Bytes(body)) };
  if (isView(body)) return { base64: encoded(new Bytes(body.buffer, body.byteOffset, body.byteLength)) };
  const text = NativeString(body);
  if (text === "[object Object]")
    throw new NativeTypeError("The body of a fetch must be a string or bytes: use JSON.stringify");
  const isForm = kindOf(body) === "[object URLSearchParams]";
  return { body: text, type: `${isForm ? "application/x-www-form-urlencoded" : "text/plain"};charset=UTF-8` };
}

function responseOf(answer: Answer) {
  const { status, statusText, redirected, url, headers, base64 } = answer;
  const headerMap = new NativeMap(headers);
  const find = (name: unknown) => headerMap.get(NativeString(name).toLowerCase());
  const bytes = () => (base64 === undefined ? new TextEncoder().encode(answer.text) : decoded(base64));
  const text = () => answer.text ?? new TextDecoder().decode(bytes());
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    redirected,
    url,
    headers: {
      get: (name: unknown) => find(name) ?? null,
      has: (name: unknown) => find(name) !== undefined,
      keys: () => headerMap.keys(),
      values: () => headerMap.values(),
      entries: () => headerMap.entries(),
      forEach: (run: (value: string, name: string) => void) =>
        eachOfMap(headerMap, (value, name) => run(value, name)),
      [Symbol.iterator]: () => headerMap.entries(),
    },
    text: async () => text(),
    json: async () => {
      try {
        return parse(text()) as unknown;
      } catch {
        throw new NativeError(`The answer of ${url} (status ${status}) is not JSON`);
      }
    },
    bytes: async () => bytes(),
    arrayBuffer: async () => bytes().buffer,
    clone: () => responseOf(answer),
  };
}

/**
 * Characters added at a time. A string built from single characters uses thirty times its size until it is
 * read.
 */
const AT_ONCE = 4_096;

function encoded(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    binary += apply(fromCharCode, undefined, bytes.subarray(at, at + AT_ONCE));
  return btoa(binary);
}

function decoded(base64: string): Uint8Array {
  const binary = atob(base64);
  const bytes = new Bytes(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = charCode(binary, at);
  return bytes;
}
