import { describe, expect, test } from "vitest";
import { EGRESS_VIA } from "@/lib/shared/own-api";
import { type GuardedRequest, requestRefusal, type Served } from "./guard";

type Sent = Record<string, string | string[]>;

const local: Served = { host: "127.0.0.1", port: 3000 };
const proxied: Served = { host: "127.0.0.1", port: 3000, origin: "https://easel.example.com" };
const forwarded: Served = { host: "0.0.0.0", port: 3000, origin: "http://localhost:8080" };

function verdict(url: string, headers: Sent = {}, served = local, method = "GET"): string {
  const request: GuardedRequest = { method, url, headers: { host: "localhost:3000", ...headers } };
  return requestRefusal(request, served)?.code ?? "served";
}

test("the guard refuses requests that were sent through agents' egress, except to /mcp", () => {
  const via = { via: `1.0 proxy, ${EGRESS_VIA}` };
  for (const path of ["/", "/api/mcp", "/api/tools/db_sql", "/sandbox", "/mcp/x"])
    expect(verdict(path, via)).toBe("forbidden");
  expect(verdict("/mcp", via)).toBe("served");
  expect(verdict("/api/tools/db_sql", { via: "1.1 easel.example.com" })).toBe("served");
});

describe("the Host header", () => {
  test.each([
    ["localhost:3000", local],
    ["LocalHost:3000", local],
    ["127.0.0.1:3000", local],
    ["127.255.0.9:3000", local],
    ["[::1]:3000", local],
    ["[0:0:0:0:0:0:0:1]:3000", local],
    ["localhost:03000", local],
    ["localhost", { host: "127.0.0.1", port: 80 }],
    ["localhost:80", { host: "127.0.0.1", port: 80 }],
    ["localhost:49152", { host: "127.0.0.1", port: 0 }],
    ["easel.example.com", proxied],
    ["EASEL.example.com", proxied],
    ["easel.example.com:443", proxied],
    ["easel.example.com:3000", proxied],
    ["localhost:3000", proxied],
    ["localhost:8080", forwarded],
    ["127.0.0.1:8080", forwarded],
    ["localhost:3000", forwarded],
    ["192.168.1.5:3000", forwarded],
    ["[fe80::1]:3000", { host: "::", port: 3000 }],
    ["192.168.1.5:3000", { host: "192.168.1.5", port: 3000 }],
    ["[FD00:0::5]:3000", { host: "fd00::5", port: 3000 }],
    ["Easel.lan:3000", { host: "easel.lan", port: 3000 }],
  ])("serves %s (%o)", (host, served) => {
    expect(verdict("/", { host }, served)).toBe("served");
    expect(verdict("/api/health", { host }, served)).toBe("served");
  });

  test.each([
    ["evil.example", local],
    ["evil.example:3000", local],
    ["localhost.evil.example:3000", local],
    ["evil-localhost:3000", local],
    ["localhost.:3000", local],
    ["127.0.0.1.:3000", local],
    ["127.0.0.1.nip.io:3000", local],
    ["127.1:3000", local],
    ["2130706433:3000", local],
    ["0x7f000001:3000", local],
    ["0177.0.0.1:3000", local],
    ["0.0.0.0:3000", local],
    ["[::]:3000", local],
    ["[::ffff:127.0.0.1]:3000", local],
    ["[::127.0.0.1]:3000", local],
    ["192.168.1.5:3000", local],
    ["app.localhost:3000", local],
    ["localhost", local],
    ["localhost:80", local],
    ["localhost:3001", local],
    ["localhost:0", local],
    ["easel.example.com.evil.example", proxied],
    ["sub.easel.example.com", proxied],
    ["easel.example.com.", proxied],
    ["easel.example.com:80", proxied],
    ["easel.example.com:8443", proxied],
    ["192.168.1.5:3000", { host: "192.168.1.6", port: 3000 }],
    ["easel.example.com:443", { ...proxied, origin: "https://easel.example.com:8443" }],
    ["easel.example.com", { ...proxied, origin: "https://easel.example.com:8443" }],
    ["evil.example:3000", forwarded],
    ["localhost:9090", forwarded],
  ])("rejects %s as misdirected (%o)", (host, served) => {
    expect(verdict("/", { host }, served)).toBe("misdirected");
    expect(verdict("/api/chat", { host }, served, "POST")).toBe("misdirected");
  });

  test.each([
    "",
    " ",
    "localhost:3000:3000",
    "localhost:",
    "localhost:port",
    "localhost:99999",
    "localhost:-1",
    "user@localhost:3000",
    "user:pass@localhost:3000",
    "localhost:3000@evil.example",
    "localhost:3000/",
    "localhost:3000, evil.example",
    "localhost:3000 evil.example",
    "localhost\u00003000",
    "http://localhost:3000",
    "::1",
    "[::1",
    "[127.0.0.1]:3000",
    "[localhost]:3000",
    "[::1%25eth0]:3000",
    "ｌocalhost:3000",
  ])("rejects the malformed Host %j", (host) => {
    expect(verdict("/", { host })).toBe("bad_request");
  });

  test("rejects two Host headers, even if both are valid", () => {
    expect(verdict("/", { host: ["localhost:3000", "localhost:3000"] })).toBe("bad_request");
    const headers = new Headers([
      ["host", "localhost:3000"],
      ["host", "evil.example"],
    ]);
    expect(requestRefusal({ method: "GET", url: "/", headers }, local)?.code).toBe("bad_request");
  });

  test("rejects a request without a Host header", () => {
    expect(requestRefusal({ method: "GET", url: "/", headers: {} }, local)?.code).toBe("bad_request");
    expect(requestRefusal({ method: "GET", url: "/", headers: new Headers() }, local)?.code).toBe(
      "bad_request",
    );
  });

  test("ignores X-Forwarded-* and Forwarded", () => {
    const claim = {
      "x-forwarded-host": "localhost:3000",
      "x-forwarded-proto": "https",
      forwarded: "host=localhost",
    };
    expect(verdict("/", { host: "evil.example", ...claim })).toBe("misdirected");
    const evil = { "x-forwarded-host": "evil.example", "x-original-host": "evil.example" };
    expect(verdict("/api/chat", { ...evil, origin: "http://evil.example" }, local, "POST")).toBe("forbidden");
    expect(verdict("/api/chat", { ...evil, origin: "http://localhost:3000" }, local, "POST")).toBe("served");
  });

  test("names the address to use in a refusal", () => {
    const { message } = requestRefusal(
      { method: "GET", url: "/", headers: { host: "a.example" } },
      local,
    ) ?? {
      message: "",
    };
    expect(message).toContain("http://localhost:3000");
    expect(message).toContain("EASEL_ORIGIN");
  });
});

describe("the frames' own hosts", () => {
  const host = "s-a1b2.localhost:3000";
  const wild: Served = { ...proxied, sandboxHost: "*.sandbox.example.com" };

  test.each(["/sandbox", "/sandbox?c=1#x", "/rt/react.js", "/rt/chunks/recharts-1a.js"])(
    "serves %s",
    (url) => {
      const foreign = { "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe", origin: "null" };
      expect(verdict(url, { host, ...foreign })).toBe("served");
      expect(verdict(url, foreign)).toBe("served");
      expect(verdict(url, { host: "s-x.sandbox.example.com" }, wild)).toBe("served");
      expect(verdict(url, { host }, local, "POST")).toBe("misdirected");
    },
  );

  test.each([
    "/",
    "/api/state",
    "/chat/1",
    "/rt",
    "/rt/",
    "/rtx",
    "/sandbox/",
    "/sandboxed",
    "/sandbox/../api/state",
    "/rt/../api/state",
    "/rt/%2e%2e/api/state",
    "/rt/..%2fapi/state",
    "/rt/x/../../api/state",
    "/rt//api",
    "/rt/.env",
    "/_next/static/x.js",
  ])("does not serve %s", (url) => {
    expect(verdict(url, { host })).toBe("misdirected");
    expect(verdict(url, { host: "s-x.sandbox.example.com" }, wild)).toBe("misdirected");
  });

  test.each([
    "s-a.localhost.evil.example:3000",
    "s-.localhost:3000",
    "s-a.b.localhost:3000",
    "s-a.localhost:3001",
    "s-a.localhost.:3000",
    "s-a_b.localhost:3000",
    "s-a.evil.example:3000",
    "s-a.sandbox.example.com",
    "x.s-a.localhost:3000",
  ])("rejects the invalid frame host %s", (name) => {
    expect(verdict("/sandbox", { host: name })).toBe("misdirected");
  });

  test("rejects API requests from a frame's origin", () => {
    for (const origin of ["null", "http://s-a1b2.localhost:3000"]) {
      expect(verdict("/api/state", { origin }, local, "GET")).toBe("forbidden");
      expect(verdict("/api/chat", { origin }, local, "POST")).toBe("forbidden");
    }
  });
});

describe("the target and the method", () => {
  test.each([
    "http://localhost:3000/",
    "http://evil.example/api/state",
    "//evil.example/",
    "/\\evil.example",
    "/x\\..\\api",
    "*",
    "",
    "api/state",
    "localhost:3000",
    "/%",
    "/%zz",
    "/%E0%A4%A",
    "/api/state/%00",
  ])("rejects the malformed target %j", (url) => {
    expect(verdict(url)).toBe("bad_request");
  });

  test.each(["/", "/?q=100%", "/chat/1?next=//evil.example", "/api/state/a%2Fb", "/api/state/%E2%82%AC"])(
    "accepts the target %s",
    (url) => {
      expect(verdict(url)).toBe("served");
    },
  );

  test.each(["TRACE", "CONNECT", "PROPFIND", "get", "QUERY", ""])("rejects the method %j", (method) => {
    expect(verdict("/", {}, local, method)).toBe("method_not_allowed");
  });

  test.each(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"])(
    "serves %s from clients other than browsers",
    (method) => {
      expect(verdict("/api/state/x", {}, local, method)).toBe("served");
    },
  );
});
