import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { AppError } from "@/lib/shared/errors";
import { EGRESS_VIA } from "@/lib/shared/own-api";
import { dial } from "./dial";
import { makeGuardedFetch } from "./guarded-fetch";
import { isPublicAddress } from "./public-address";
import { HOSTILE_NAMES, hostileUrls } from "./testing/hostile-urls";
import { caller, staged } from "./testing/staged";

test("guardedFetch rejects every hostile address without connecting", async () => {
  const names = Object.fromEntries(Object.entries(HOSTILE_NAMES).map(([name, answer]) => [name, [answer]]));
  const { guardedFetch, dialled } = await staged((_, response) => response.end("reached"), names);
  expect(new Set(hostileUrls).size).toBeGreaterThan(300);
  const through: string[] = [];
  for (const url of hostileUrls) {
    const outcome = await guardedFetch(url).catch((error: unknown) => error);
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

test("guardedFetch connects to the checked address of a public host, and sends its name", async () => {
  const { guardedFetch, dialled, looked } = await staged((request, response) =>
    response.end(JSON.stringify({ host: request.headers.host, ...request.headers })),
  );
  const headers = { cookie: "a=b", referer: "http://localhost/secret", "x-mine": "yes" };
  const answer = await guardedFetch("http://example.com:8080/a?b=c#d", { headers });
  const sent = JSON.parse(new TextDecoder().decode(answer.bytes));
  expect(sent).toMatchObject({ host: "example.com:8080", "x-mine": "yes" });
  expect(sent).not.toHaveProperty("cookie");
  expect(sent).not.toHaveProperty("referer");
  expect(dialled).toEqual([{ hostname: "example.com", addresses: ["93.184.215.14"] }]);
  expect(looked).toEqual(["example.com"]);
});

test("guardedFetch resolves a name once, even if its address changes", async () => {
  const names = { "rebinds.example.com": [["93.184.215.14"], ["127.0.0.1"]] };
  const { guardedFetch, dialled } = await staged((_, response) => response.end("ok"), names);
  await guardedFetch("http://rebinds.example.com/");
  expect(dialled).toEqual([{ hostname: "rebinds.example.com", addresses: ["93.184.215.14"] }]);
  await expect(guardedFetch("http://rebinds.example.com/")).rejects.toMatchObject({ code: "forbidden" });
  expect(dialled).toHaveLength(1);
});

test("dial rejects a connection to an address that was not checked", async () => {
  const server = createServer((_, response) => response.end("reached"));
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((done) => server.once("listening", done));
  const { port } = server.address() as AddressInfo;
  // `holes` lets the name pass the address check, so that only `dial` can reject the connection.
  const lookup = async () => [{ address: "127.0.0.2", family: 4 }];
  const guardedFetch = makeGuardedFetch({ record() {}, lookup, holes: () => ["home.example.com"], dial });
  const outcome = await guardedFetch(`http://home.example.com:${port}/`, { caller }).catch(
    (error: AppError) => error.message,
  );
  expect(outcome).toContain("refuses connections");
  const open = makeGuardedFetch({
    record() {},
    lookup: async () => [{ address: "127.0.0.1", family: 4 }],
    holes: () => ["home.example.com"],
    dial,
  });
  expect((await open(`http://home.example.com:${port}/`, { caller })).status).toBe(200);
});

test("guardedFetch records every request and redirect with its outcome", async () => {
  const { guardedFetch, records } = await staged(
    ({ url }, response) => {
      if (url === "/") response.writeHead(302, { location: "/hangs-up" }).end();
      else if (url === "/inside") response.writeHead(302, { location: "http://inside.example.com/" }).end();
      else if (url === "/hangs-up") response.destroy();
      else response.end("fine");
    },
    { "inside.example.com": [["10.0.0.8"]] },
  );
  await guardedFetch("http://example.com/fine", { method: "PUT", body: "abc" });
  for (const path of ["", "inside"]) await guardedFetch(`http://example.com/${path}`).catch(() => {});
  const at = (url: string, more: object) => ({ url: `http://${url}`, via: "fetch", caller, ...more });
  const allowed = { verdict: "allowed", sent: expect.any(Number), received: expect.any(Number) };
  expect(records).toMatchObject([
    at("example.com/fine", { method: "PUT", status: 200, ...allowed }),
    at("example.com/", { method: "GET", status: 302, ...allowed }),
    at("example.com/hangs-up", {
      verdict: "failed",
      reason: expect.stringContaining("closed the connection"),
    }),
    at("example.com/inside", { status: 302, ...allowed }),
    at("inside.example.com/", {
      verdict: "refused",
      address: "10.0.0.8",
      reason: expect.stringContaining("public"),
    }),
  ]);
});

test.each([
  ["example.com/page", "is not a web address. Use the full form: https://example.com/page"],
  ["example.com:8080", "not example.com: Start with https://"],
  ["ftp://example.com/", "not ftp: Start with https://"],
])("guardedFetch rejects %s and tells the correct form of an address", async (url, message) => {
  const { guardedFetch } = await staged(() => {});
  await expect(guardedFetch(url)).rejects.toThrow(message);
});

test("guardedFetch rejects with the reason of the caller's abort signal", async () => {
  const { guardedFetch } = await staged(() => {});
  const stop = new AbortController();
  const asked = guardedFetch("http://example.com/", { signal: stop.signal });
  stop.abort(new Error("stopped"));
  await expect(asked).rejects.toThrow("stopped");
});

test("guardedFetch allows exactly the hosts of EASEL_EGRESS_ALLOW, at any port", async () => {
  const names = {
    "nas.lan": [["192.168.1.20"]],
    "other.lan": [["192.168.1.21"]],
    "sub.nas.lan": [["192.168.1.22"]],
    "into.example.com": [["10.1.2.3"]],
    "half.example.com": [["10.1.2.3", "93.184.215.14"]],
    "beside.example.com": [["10.1.2.3", "10.2.0.1"]],
    "nonsense.example.com": [["not an address"]],
  };
  const { guardedFetch, holes } = await staged((_, response) => response.end("ok"), names);
  holes.push("nas.lan", "10.1.0.0/16", "fd00::/8", "127.0.0.1");
  for (const url of [
    "http://nas.lan:22/",
    "http://NAS.lan./",
    "http://10.1.2.3/",
    "http://[fd00::1]/",
    "http://127.0.0.1:1/",
    "http://into.example.com:25/",
    "http://half.example.com/",
  ])
    expect((await guardedFetch(url)).status, url).toBe(200);
  for (const url of [
    "http://other.lan/",
    "http://sub.nas.lan/",
    "http://10.2.0.1/",
    "http://[::ffff:127.0.0.1]/",
    "http://half.example.com:25/",
    "http://beside.example.com/",
    "http://nonsense.example.com/",
  ])
    await expect(guardedFetch(url), url).rejects.toMatchObject({ code: "forbidden" });
});

test("guardedFetch sends the header Via only to non-public addresses", async () => {
  const { guardedFetch, holes } = await staged(
    (request, response) => response.end(String(request.headers.via)),
    { "home.example.com": [["192.168.1.5"]] },
  );
  holes.push("home.example.com");
  const via = async (url: string) =>
    new TextDecoder().decode((await guardedFetch(url, { headers: { via: "1.1 forged" } })).bytes);
  expect(await via("http://home.example.com:8080/")).toBe(EGRESS_VIA);
  expect(await via("http://example.com/")).toBe("undefined");
});
