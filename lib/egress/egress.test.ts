import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { AppError } from "@/lib/shared/errors";
import { dial } from "./dial";
import { makeEgress } from "./egress-fetch";
import { isPublicAddress } from "./public-address";
import { HOSTILE_NAMES, hostileUrls } from "./testing/hostile-urls";
import { stage } from "./testing/ways";

async function staged(...given: Parameters<typeof stage>) {
  const it = await stage(...given);
  onTestFinished(it.close);
  return it;
}

test("none of the hostile addresses is dialled, and each is refused in words", async () => {
  const names = Object.fromEntries(Object.entries(HOSTILE_NAMES).map(([name, answer]) => [name, [answer]]));
  const { egressFetch, dialled } = await staged((_, response) => response.end("reached"), names);
  expect(new Set(hostileUrls).size).toBeGreaterThan(300);
  const through: string[] = [];
  for (const url of hostileUrls) {
    const outcome = await egressFetch(url).catch((error: unknown) => error);
    if (!(outcome instanceof AppError) || outcome.code === "internal") through.push(url);
  }
  expect(through).toEqual([]);
  expect(dialled).toEqual([]);
});

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "93.184.215.14",
  "168.63.129.17",
  "2606:4700:4700::1111",
  "2a00:1450:4001:81b::200e",
])("%s is public", (address) => expect(isPublicAddress(address)).toBe(true));

test("a public host is dialled by the very address that was checked, and asked by its name", async () => {
  const { egressFetch, dialled, looked } = await staged((request, response) =>
    response.end(JSON.stringify({ host: request.headers.host, ...request.headers })),
  );
  const headers = { cookie: "a=b", referer: "http://localhost/secret", "x-mine": "yes" };
  const answer = await egressFetch("http://example.com:8080/a?b=c#d", { headers });
  const sent = JSON.parse(new TextDecoder().decode(answer.bytes));
  expect(sent).toMatchObject({ host: "example.com:8080", "x-mine": "yes" });
  expect(sent).not.toHaveProperty("cookie");
  expect(sent).not.toHaveProperty("referer");
  expect(dialled).toEqual([{ hostname: "example.com", addresses: ["93.184.215.14"] }]);
  expect(looked).toEqual(["example.com"]);
});

test("a name that changes its mind between check and connection is not looked up again", async () => {
  const names = { "rebinds.example.com": [["93.184.215.14"], ["127.0.0.1"]] };
  const { egressFetch, dialled } = await staged((_, response) => response.end("ok"), names);
  await egressFetch("http://rebinds.example.com/");
  expect(dialled).toEqual([{ hostname: "rebinds.example.com", addresses: ["93.184.215.14"] }]);
  await expect(egressFetch("http://rebinds.example.com/")).rejects.toMatchObject({ code: "forbidden" });
  expect(dialled).toHaveLength(1);
});

test("a connection that ends elsewhere than at a checked address is not used", async () => {
  const server = createServer((_, response) => response.end("reached"));
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((done) => server.once("listening", done));
  const { port } = server.address() as AddressInfo;
  // What the system says of the name is let through here, to see what the dialler does by itself.
  const lookup = async () => [{ address: "127.0.0.2", family: 4 }];
  const egressFetch = makeEgress({ lookup, holes: () => ["home.example.com"], dial });
  const outcome = await egressFetch(`http://home.example.com:${port}/`).catch(
    (error: AppError) => error.message,
  );
  expect(outcome).toContain("takes no connections");
  const open = makeEgress({
    lookup: async () => [{ address: "127.0.0.1", family: 4 }],
    holes: () => ["home.example.com"],
    dial,
  });
  expect((await open(`http://home.example.com:${port}/`)).status).toBe(200);
});

test("every redirect is checked like the first address, and there are not many", async () => {
  const { egressFetch, dialled } = await staged(
    ({ url = "" }, response) => {
      const to: Record<string, string> = {
        "/private": "http://169.254.169.254/latest/meta-data/",
        "/file": "file:///etc/passwd",
        "/login": "http://user:word@example.org/",
        "/rebound": "http://inside.example.com/",
        "/round": "/round",
        "/fine": "http://example.org/end",
      };
      const location = to[url];
      if (location) response.writeHead(302, { location }).end();
      else response.end("the end");
    },
    { "inside.example.com": [["10.0.0.1"]] },
  );
  for (const path of ["private", "rebound"])
    await expect(egressFetch(`http://example.com/${path}`)).rejects.toMatchObject({ code: "forbidden" });
  for (const path of ["file", "login"])
    await expect(egressFetch(`http://example.com/${path}`)).rejects.toMatchObject({ code: "invalid" });
  expect(dialled).toHaveLength(4);
  await expect(egressFetch("http://example.com/round")).rejects.toThrow("more than 5 times");
  expect(dialled).toHaveLength(10);
  expect((await egressFetch("http://example.com/fine")).url).toBe("http://example.org/end");
});

test("a redirect to another origin is not handed the key, and a POST is not posted there again", async () => {
  const seen: unknown[] = [];
  const { egressFetch } = await staged((request, response) => {
    const { authorization } = request.headers;
    seen.push([request.headers.host, request.method, authorization, request.headers["content-type"]]);
    if (request.headers.host === "example.com") response.writeHead(302, { location: "http://example.org/" });
    response.end();
  });
  const headers = { authorization: "Bearer key", "content-type": "text/plain" };
  await egressFetch("http://example.com/", { method: "POST", body: "text", headers });
  expect(seen).toEqual([
    ["example.com", "POST", "Bearer key", "text/plain"],
    ["example.org", "GET", undefined, undefined],
  ]);
});

test("an answer is given up where it grows too long: announced, streamed without end, or packed", async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const { egressFetch } = await staged(({ url }, response) => {
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
    await expect(egressFetch(`http://example.com/${path}`, { maxBytes: 1_000_000 })).rejects.toMatchObject({
      code: "too_large",
    });
  await expect(egressFetch("http://example.com/twice")).rejects.toMatchObject({ code: "unavailable" });
});

test("what is packed comes unpacked", async () => {
  const { egressFetch } = await staged(({ url }, response) => {
    if (url === "/br")
      response.writeHead(200, { "content-encoding": "br" }).end(brotliCompressSync("packed"));
    else response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("packed"));
  });
  for (const path of ["br", "gzip"])
    expect(new TextDecoder().decode((await egressFetch(`http://example.com/${path}`)).bytes)).toBe("packed");
});

test("a server that says a byte now and then is given up when the time is over, and so is one that says nothing", async () => {
  const { egressFetch } = await staged(({ url }, response) => {
    if (url === "/silent") return;
    const drip = setInterval(() => response.write("."), 20);
    response.on("close", () => clearInterval(drip));
  });
  for (const path of ["drip", "silent"])
    await expect(egressFetch(`http://example.com/${path}`, { timeoutMs: 150 })).rejects.toThrow("too long");
});

test("headers without end are refused, and an answer that is none is one in words", async () => {
  const { egressFetch } = await staged(({ url }, response) => {
    if (url === "/headers") response.writeHead(200, { "x-long": "x".repeat(40_000) }).end();
    else response.socket?.end("SSH-2.0-OpenSSH_9.6\r\n");
  });
  await expect(egressFetch("http://example.com/headers")).rejects.toThrow("headers that are too long");
  await expect(egressFetch("http://example.com/ssh")).rejects.toMatchObject({ code: "unavailable" });
});

test("a caller who stops hears so, and not that something failed", async () => {
  const { egressFetch } = await staged(() => {});
  const stop = new AbortController();
  const asked = egressFetch("http://example.com/", { signal: stop.signal });
  stop.abort(new Error("stopped"));
  await expect(asked).rejects.toThrow("stopped");
});

test("EASEL_EGRESS_ALLOW opens what it names, and nothing beside it", async () => {
  const names = {
    "nas.lan": [["192.168.1.20"]],
    "other.lan": [["192.168.1.21"]],
    "sub.nas.lan": [["192.168.1.22"]],
  };
  const { egressFetch, holes } = await staged((_, response) => response.end("ok"), names);
  holes.push("nas.lan", "10.1.0.0/16", "fd00::/8", "127.0.0.1");
  for (const url of ["http://nas.lan:22/", "http://10.1.2.3/", "http://[fd00::1]/", "http://127.0.0.1:1/"])
    expect((await egressFetch(url)).status).toBe(200);
  for (const url of [
    "http://other.lan/",
    "http://sub.nas.lan/",
    "http://10.2.0.1/",
    "http://[::ffff:127.0.0.1]/",
  ])
    await expect(egressFetch(url)).rejects.toBeInstanceOf(AppError);
});
