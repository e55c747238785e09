import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { makeGuardedFetch } from "./guarded-fetch";
import { caller, staged } from "./testing/staged";

test('guardedFetch returns the first maxBytes of a longer answer if onTooLong is "cut"', async () => {
  const { guardedFetch } = await staged(({ url }, response) => {
    if (url === "/packed")
      response.writeHead(200, { "content-encoding": "zstd" }).end(zstdCompressSync(Buffer.alloc(9_000_000)));
    else response.end("0123456789");
  });
  const cut = await guardedFetch("http://example.com/", { maxBytes: 4, onTooLong: "cut" });
  expect([new TextDecoder().decode(cut.bytes), cut.isCut]).toEqual(["0123", true]);
  const whole = await guardedFetch("http://example.com/", { maxBytes: 10, onTooLong: "cut" });
  expect([whole.bytes.byteLength, whole.isCut]).toEqual([10, false]);
  const packed = await guardedFetch("http://example.com/packed", { maxBytes: 1_000, onTooLong: "cut" });
  expect([packed.bytes.byteLength, packed.isCut]).toEqual([1_000, true]);
});

test("guardedFetch applies the timeout while connecting", async () => {
  const { ways } = await staged(() => {});
  const never = makeGuardedFetch({ ...ways, dial: () => () => {} });
  await expect(never("http://example.com/", { caller, timeoutMs: 20 })).rejects.toThrow("took too long");
});

test("guardedFetch aborts a too long answer: announced, streamed or compressed", async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const { guardedFetch } = await staged(({ url }, response) => {
    if (url === "/announced") return response.writeHead(200, { "content-length": 9_999_999 }).flushHeaders();
    if (url === "/gzip") return response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    if (url === "/twice") return response.writeHead(200, { "content-encoding": "gzip, gzip" }).end(bomb);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on("drain", more);
    more();
  });
  for (const path of ["announced", "endless", "gzip"])
    await expect(guardedFetch(`http://example.com/${path}`, { maxBytes: 1_000_000 })).rejects.toMatchObject({
      code: "too_large",
    });
  await expect(guardedFetch("http://example.com/twice")).rejects.toMatchObject({ code: "unavailable" });
});

const PACKED: Record<string, [encoding: string, body: Uint8Array]> = {
  br: ["br", brotliCompressSync("packed")],
  gzip: ["gzip", gzipSync("packed")],
  zstd: ["zstd", zstdCompressSync("packed")],
  deflate: ["deflate", deflateSync("packed")],
  "deflate without its first bytes": ["deflate", deflateRawSync("packed")],
  "gzip in a list": ["identity, GZIP,", gzipSync("packed")],
  identity: ["identity", Buffer.from("packed")],
};

test("guardedFetch decodes a compressed answer", async () => {
  const { guardedFetch } = await staged(({ url = "" }, response) => {
    const [encoding, body] = PACKED[decodeURIComponent(url.slice(1))] ?? [];
    response.writeHead(200, { "content-encoding": encoding }).end(body);
  });
  for (const way of Object.keys(PACKED)) {
    const { bytes } = await guardedFetch(`http://example.com/${encodeURIComponent(way)}`);
    expect(new TextDecoder().decode(bytes), way).toBe("packed");
  }
});

test("guardedFetch ignores Content-Encoding on an empty body", async () => {
  const { guardedFetch } = await staged(({ url }, response) =>
    response.writeHead(url === "/" ? 200 : 304, { "content-encoding": "gzip" }).end(),
  );
  for (const path of ["", "unchanged"])
    expect((await guardedFetch(`http://example.com/${path}`)).bytes).toHaveLength(0);
});

test("guardedFetch reports different errors for an interrupted, an undecodable and an unsupported answer", async () => {
  const { guardedFetch } = await staged(({ url }, response) => {
    if (url === "/off") {
      response.writeHead(200, { "content-length": 100 }).write("a");
      setImmediate(() => response.destroy());
    } else response.writeHead(200, { "content-encoding": url?.slice(1) }).end("no such thing, not at all");
  });
  const errorMessage = async (path: string) =>
    guardedFetch(`http://example.com/${path}`).catch((error: Error) => error.message);
  expect(await errorMessage("off")).toContain("example.com disconnected in the middle of its answer");
  for (const way of ["gzip", "br", "zstd", "deflate"])
    expect(await errorMessage(way)).toContain(`declared as ${way}, but cannot be decoded`);
  expect(await errorMessage("lzma")).toContain("has the unsupported encoding “lzma”");
});

test("guardedFetch aborts a slow or silent server at the timeout", async () => {
  const { guardedFetch } = await staged(({ url }, response) => {
    if (url === "/silent") return;
    const drip = setInterval(() => response.write("."), 20);
    response.on("close", () => clearInterval(drip));
  });
  for (const path of ["drip", "silent"])
    await expect(guardedFetch(`http://example.com/${path}`, { timeoutMs: 150 })).rejects.toThrow("too long");
});

test("guardedFetch rejects endless headers and invalid answers", async () => {
  const { guardedFetch } = await staged(({ url }, response) => {
    if (url === "/headers") response.writeHead(200, { "x-long": "x".repeat(40_000) }).end();
    else response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n");
  });
  await expect(guardedFetch("http://example.com/headers")).rejects.toThrow("headers that are too long");
  await expect(guardedFetch("http://example.com/ssh")).rejects.toMatchObject({ code: "unavailable" });
});
