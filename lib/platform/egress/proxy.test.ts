import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { env } from "@/lib/ground/base/env";
import { EGRESS_VIA } from "@/lib/shared/own-api";
import { stage } from "./testing/fake-network";
import { proxied } from "./testing/proxy";
import { ALLOWANCE } from "./traffic";

type Stage = Parameters<typeof stage>;

async function staged(listener: Stage[0], names: Stage[1] = {}, more: Parameters<typeof proxied>[1] = {}) {
  const network = await stage(listener, names);
  const proxy = await proxied(network.ways, more);
  onTestFinished(async () => {
    await proxy.close();
    await network.close();
  });
  return { ...network, ...proxy };
}

test("the proxy sends a plain request to the checked address with its own Host and without proxy credentials", async () => {
  const { get, dialled, records } = await staged((request, response) =>
    response.end(JSON.stringify({ url: request.url, ...request.headers })),
  );
  const answer = await get("http://example.com:8080/a?b", "X-Mine: yes\r\nProxy-Connection: keep-alive\r\n");
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  const sent = JSON.parse(answer.split("\r\n\r\n").at(-1) ?? "");
  expect(sent).toEqual({ url: "/a?b", host: "example.com:8080", "x-mine": "yes", connection: "close" });
  expect(dialled).toEqual([{ hostname: "example.com", addresses: ["93.184.215.14"] }]);
  await expect
    .poll(() => records)
    .toMatchObject([
      {
        via: "connection",
        method: "GET",
        url: "http://example.com:8080/a?b",
        status: 200,
        verdict: "allowed",
      },
    ]);
});

test("the proxy records a plain request with the status of its answer, if any", async () => {
  const { get, records } = await staged(({ url, socket }, response) =>
    url === "/gone" ? response.writeHead(410).end() : socket.destroy(),
  );
  expect(await get("http://example.com/gone")).toMatch(/^HTTP\/1.1 410 /);
  expect(await get("http://example.com/silent")).toMatch(/^HTTP\/1.1 5\d\d /);
  await expect.poll(() => records.map(({ status }) => status)).toEqual([410, undefined]);
});

test("the proxy connects a tunnel to the checked address, and counts its bytes", async () => {
  const { tunnel, dialled, records } = await staged((_, response) => response.end("through"));
  const through = "GET / HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n";
  const answer = await tunnel("example.com:443", through);
  expect(answer).toMatch(/^HTTP\/1.1 200 Connection Established\r\n\r\nHTTP\/1.1 200 OK/);
  expect(answer).toMatch(/through$/);
  expect(dialled).toEqual([{ hostname: "example.com", addresses: ["93.184.215.14"] }]);
  const received = answer.length - "HTTP/1.1 200 Connection Established\r\n\r\n".length;
  await expect
    .poll(() => records)
    .toMatchObject([
      { method: "CONNECT", url: "example.com:443", verdict: "allowed", sent: through.length, received },
    ]);
});

test("the proxy rejects a request without connecting, and reports it to the client and `onRefused`", async () => {
  const refused: string[] = [];
  const { get, tunnel, dialled, records } = await staged(
    (_, response) => response.end("reached"),
    { "inside.example.com": [["10.0.0.8"]] },
    { onRefused: ({ url }) => refused.push(url) },
  );
  const answer = await get("http://inside.example.com/");
  expect(answer).toMatch(/^HTTP\/1.1 403 Forbidden/);
  expect(answer).toContain("inside.example.com is not on the public internet");
  expect(await tunnel("inside.example.com:443")).toMatch(/^HTTP\/1.1 403 Forbidden/);
  expect(await get("http://user:word@example.com/")).toMatch(/^HTTP\/1.1 400/);
  expect(refused).toEqual([
    "http://inside.example.com/",
    "inside.example.com:443",
    "http://user:word@example.com/",
  ]);
  expect(records.map(({ verdict, address }) => [verdict, address])).toEqual([
    ["refused", "10.0.0.8"],
    ["refused", "10.0.0.8"],
    ["refused", undefined],
  ]);
  expect(dialled).toEqual([]);
});

test("the proxy refuses Easel's own pages, even if this machine is allowed", async () => {
  const { get, tunnel, holes, dialled } = await staged((_, response) => response.end("reached"), {
    localhost: [["127.0.0.1"]],
  });
  holes.push("localhost");
  const { PORT } = env();
  expect(await get(`http://localhost:${PORT}/`)).toMatch(/^HTTP\/1.1 403 .*That address is Easel itself/s);
  expect(await tunnel(`localhost:${PORT}`)).toMatch(/^HTTP\/1.1 403 /);
  expect(dialled).toEqual([]);
  expect(await get(`http://localhost:${PORT + 1}/`)).toMatch(/^HTTP\/1.1 200 /);
});

test("the proxy adds Via to a plain request to a non-public address", async () => {
  const { get, holes } = await staged((request, response) => response.end(`via=${request.headers.via}`), {
    "home.example.com": [["192.168.1.5"]],
  });
  holes.push("home.example.com");
  expect(await get("http://home.example.com:8080/")).toContain(`via=${EGRESS_VIA}`);
  expect(await get("http://example.com/")).toContain("via=undefined");
});

test("the proxy rejects clients without valid credentials", async () => {
  const { raw, way, get, dialled } = await staged((_, response) => response.end("reached"));
  const basic = (text: string) => `Proxy-Authorization: Basic ${Buffer.from(text).toString("base64")}\r\n`;
  for (const header of [
    "",
    basic(`${way.username}:wrong`),
    basic(`nobody:${way.password}`),
    basic(":"),
    basic(way.username),
  ]) {
    const asked = await raw(`GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n${header}\r\n`);
    expect(asked).toMatch(/^HTTP\/1.1 407 .*proxy-authenticate: Basic/s);
    const tunnel = await raw(`CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n${header}\r\n`);
    expect(tunnel).toMatch(/^HTTP\/1.1 407 /);
  }
  expect(await get("http://example.com/")).toMatch(/^HTTP\/1.1 200 /);
  way.close();
  expect(await get("http://example.com/")).toMatch(/^HTTP\/1.1 407 /);
  expect(dialled).toHaveLength(1);
});

test("the proxy answers the probe URL only to a client with the credentials of the same proxy access", async () => {
  const { get, way, proxy, dialled } = await staged((_, response) => response.end("reached"), {
    "": [[]],
  });
  expect(await get(way.probe.url)).toContain(way.probe.answer);
  const other = await proxy.open({ caller: () => ({ agentId: "b" }) });
  expect(await get(other.probe.url)).not.toContain(other.probe.answer);
  expect(dialled).toHaveLength(1);
});

test("the proxy closes a connection after an answer longer than announced", async () => {
  const forged = "okHTTP/1.1 200 OK\r\n\r\nforged";
  const { get } = await staged((_, response) => {
    const lengths = "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n";
    const body = `${forged.length.toString(16)}\r\n${forged}\r\n0\r\n\r\n`;
    response.socket?.end(`HTTP/1.1 200 OK\r\n${lengths}\r\n${body}`);
  });
  const [head] = (await get("http://example.com/")).split("\r\n\r\n");
  expect(head?.toLowerCase()).toContain("\r\nconnection: close");
});

test("the proxy reports too many connections or too much traffic", async () => {
  const allowance = { ...ALLOWANCE, connections: 1, bytes: 1_000_000 };
  const large = Buffer.alloc(3_000_000);
  const { tunnel, get, socket, credentials, records } = await staged(
    ({ url }, response) => response.end(url === "/large" ? large : "fine"),
    {},
    { allowance },
  );
  const tunnelSocket = await socket();
  tunnelSocket.write(`CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n${credentials}\r\n`);
  await once(tunnelSocket, "data");
  expect(await tunnel("example.com:443")).toMatch(/^HTTP\/1.1 429 .*more than 1 connections/s);
  tunnelSocket.destroy();
  await expect.poll(() => records.at(-1)?.verdict).toBe("allowed");
  await get("http://example.com/large");
  expect(await get("http://example.com/")).toMatch(/^HTTP\/1.1 429 .*more than 1 MB/s);
});

test("the proxy closes a silent connection", async () => {
  const { tunnel, records } = await staged(() => {}, {}, { allowance: { ...ALLOWANCE, idleMs: 1 } });
  await tunnel("example.com:443");
  await expect.poll(() => records).toMatchObject([{ method: "CONNECT", verdict: "allowed" }]);
});

test("the proxy runs no more concurrent lookups than the limit of a proxy access", async () => {
  let asked = 0;
  const network = await stage(() => {});
  const lookup = () => {
    asked++;
    return new Promise<never>(() => {});
  };
  const proxy = await proxied({ ...network.ways, lookup });
  onTestFinished(async () => {
    await proxy.close();
    await network.close();
  });
  const sockets = await Promise.all(Array.from({ length: 5 }, () => proxy.socket()));
  for (const each of sockets)
    each.write(`GET http://a.example/ HTTP/1.1\r\nHost: a\r\n${proxy.credentials}\r\n`);
  await expect.poll(() => asked).toBe(2);
});

test("the proxy destroys a connection that opens after its proxy access was closed", async () => {
  const network = await stage((_, response) => response.end("reached"));
  const opened = Promise.withResolvers<void>();
  const proxy = await proxied({
    ...network.ways,
    dial: (target) => (options, done) =>
      void opened.promise.then(() => network.ways.dial(target)(options, done)),
  });
  onTestFinished(async () => {
    await proxy.close();
    await network.close();
  });
  const answer = proxy.get("http://example.com/");
  await expect.poll(() => network.looked).toHaveLength(1);
  proxy.way.close();
  opened.resolve();
  expect(await answer).not.toContain("reached");
});
