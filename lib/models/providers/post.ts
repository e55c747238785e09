import type { Readable } from "node:stream";
import { createBrotliDecompress, createUnzip } from "node:zlib";
import { Agent, request } from "undici";
import { singleton } from "@/lib/ground/base/process";

export type JsonRequest = { headers: Record<string, string>; body: string; signal?: AbortSignal };

/** The body of a response, chunk by chunk, like the reader of a web stream. */
export type Bytes = Pick<ReadableStreamDefaultReader<Uint8Array>, "read" | "cancel">;

/** Connections to model servers. Servers close idle ones, so they are kept only for a few seconds. */
const connections = () =>
  singleton(
    "model connections",
    () => new Agent({ allowH2: false }),
    (agent) => agent.destroy(),
  );

/**
 * Posts JSON. Fails like `fetch`, but reads the response without web streams, which would take longer than all other
 * work on a short response. Does not follow redirects.
 */
export async function post(url: string, { headers, body, signal }: JsonRequest) {
  const response = await request(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "accept-encoding": "identity" },
    ...{ body, signal, dispatcher: connections() },
  }).catch((cause: unknown) => {
    throw signal?.aborted ? cause : new TypeError("fetch failed", { cause });
  });
  const all = new Headers();
  for (const [name, value] of Object.entries(response.headers))
    for (const one of [value].flat()) if (one !== undefined) all.append(name, one);
  return {
    status: response.statusCode,
    statusText: response.statusText,
    headers: all,
    ...bytesIn(decoded(response.body, all)),
  };
}

/** Some servers compress although they were asked not to. */
function decoded(body: Readable, headers: Headers): Readable {
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding === "identity") return body;
  const decoder = encoding === "br" ? createBrotliDecompress() : createUnzip();
  body.on("error", (error) => decoder.destroy(error));
  // Cancelling the decoded body must close the connection, too.
  decoder.on("close", () => body.destroy());
  return body.pipe(decoder);
}

function bytesIn(body: Readable): Bytes {
  const chunks = body[Symbol.asyncIterator]();
  // An error without a listener would end the process. `read` rejects with it.
  body.on("error", () => {});
  return {
    async read() {
      const { done, value } = await chunks.next();
      return done ? { done: true, value: undefined } : { done: false, value };
    },
    async cancel() {
      body.destroy();
    },
  };
}

export const streamOf = (bytes: Bytes): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const { done, value } = await bytes.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => bytes.cancel(reason),
  });
