// The main module of Deno. It defines a `fetch` that asks the server, and imports the program. The import has
// a computed address, so that Deno's permissions apply to the program's static imports. Deno reads the static
// imports of its main module without a check. Requests are marked lines on stdout, because Node's IPC channel
// takes longer to set up than everything else. Answers arrive on stdin, which is read only while a request is
// open.

const [program, token, ...args] = Deno.args;
Object.defineProperty(Deno, "args", { value: Object.freeze(args) });
process.argv.splice(2, Infinity, ...args);
const mark = `\0${token}`;
const ownFetch = globalThis.fetch;
const waiting = new Map();
const decoder = new TextDecoder();
const bytes = new Uint8Array(65_536);
let last = 0;
let isReading = false;
let line = "";

globalThis.fetch = async (input, init) => {
  const request = new Request(input, init);
  if (!/^https?:/.test(request.url)) return ownFetch(request);
  const { method, headers } = request;
  const asked = [request.url, { method, headers: [...headers], ...(await bodyOf(request)) }];
  const { error, isNetwork, answer } = await asking(asked, request.signal);
  if (error !== undefined) throw isNetwork ? new NetworkError(error) : new TypeError(error);
  return responseOf(request, answer);
};

/**
 * Thrown when a connection fails. It is a TypeError, like the error of the standard `fetch`. Execution
 * records classify the failure by this name.
 */
class NetworkError extends TypeError {}
Object.defineProperty(NetworkError.prototype, "name", { value: "NetworkError" });

try {
  await import(program);
} catch (error) {
  // The author wrote a main program, so hide that this module imports it.
  const isFromLoader = error?.code === "ERR_MODULE_NOT_FOUND";
  if (isFromLoader) delete error.code;
  const inspected = Deno.inspect(error);
  // Deno's loader wraps the SyntaxError of a module in a TypeError.
  const lines = (isFromLoader ? inspected.replace(/^TypeError: (?=SyntaxError: )/, "") : inspected).split(
    "\n",
  );
  console.error(lines.filter((one) => !one.includes(import.meta.url)).join("\n"));
  Deno.exit(1);
}

function asking(args, signal) {
  signal.throwIfAborted();
  const id = ++last;
  return new Promise((resolve, reject) => {
    const abort = () => settle(() => reject(signal.reason));
    const settle = (act) => {
      signal.removeEventListener("abort", abort);
      waiting.delete(id);
      act();
    };
    signal.addEventListener("abort", abort);
    waiting.set(id, (answer) => settle(() => resolve(answer)));
    write(`${mark}${JSON.stringify({ type: "fetch", id, args })}\n`);
    void read();
  });
}

function write(text) {
  const all = new TextEncoder().encode(text);
  for (let at = 0; at < all.length; ) at += Deno.stdout.writeSync(all.subarray(at));
}

async function read() {
  if (isReading) return;
  isReading = true;
  while (waiting.size > 0) {
    const count = await Deno.stdin.read(bytes);
    // The server has closed stdin, so no caller needs the result.
    if (count === null) Deno.exit(1);
    const lines = (line + decoder.decode(bytes.subarray(0, count), { stream: true })).split("\n");
    line = lines.pop();
    for (const one of lines) {
      const { id, ...answer } = JSON.parse(one);
      waiting.get(id)?.(answer);
    }
  }
  isReading = false;
}

async function bodyOf(request) {
  if (!request.body) return {};
  const bytes = new Uint8Array(await request.arrayBuffer());
  try {
    return { body: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: bytes.toBase64() };
  }
}

/** The server has already decompressed the body and followed redirects. */
function responseOf(request, { status, statusText, url, headers, text, base64, redirected }) {
  const isEmpty = request.method === "HEAD" || [101, 204, 205, 304].includes(status);
  const body = base64 === undefined ? text : Uint8Array.fromBase64(base64);
  const responseHeaders = headers.filter(([name]) => !/^content-(encoding|length)$/i.test(name));
  const response = new Response(isEmpty ? null : body, { status, statusText, headers: responseHeaders });
  return Object.defineProperties(response, { url: { value: url }, redirected: { value: redirected } });
}
