import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createBrotliCompress, createGzip } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { post } from "./post";

let answer: (response: ServerResponse) => void = () => {};
const server = createServer((_, response) => answer(response));
let url = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await closeAll();
  server.closeAllConnections();
  server.close();
});

const coders = { gzip: createGzip, br: createBrotliCompress };

test.each(["gzip", "br"] as const)(
  "post reads a response with %s, and cancelling it closes the connection",
  async (coding) => {
    const closed = Promise.withResolvers<void>();
    answer = (response) => {
      response.on("close", closed.resolve).writeHead(200, { "content-encoding": coding });
      const coder = coders[coding]();
      coder.pipe(response);
      coder.write("data: hello\n\n");
      coder.flush();
    };
    const response = await post(url, { headers: {}, body: "{}" });
    const { value } = await response.read();
    expect(Buffer.from(value ?? []).toString()).toBe("data: hello\n\n");
    await response.cancel();
    await closed.promise;
  },
);

test("post rejects a read if the connection breaks in a compressed response", async () => {
  answer = (response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    const coder = createGzip();
    coder.on("data", (chunk) => response.write(chunk, () => response.destroy()));
    coder.write("data: hello\n\n");
    coder.flush();
  };
  const response = await post(url, { headers: {}, body: "{}" });
  const readAll = async () => {
    while (!(await response.read()).done);
  };
  await expect(readAll()).rejects.toThrow();
});
