import { describe, expect, test } from "vitest";
import { type GuardedRequest, guard, type Served } from "./guard";

type Sent = Record<string, string | string[]>;

const local: Served = { host: "127.0.0.1", port: 3000 };
const proxied: Served = { host: "127.0.0.1", port: 3000, origin: "https://easel.example.com" };
const forwarded: Served = { host: "0.0.0.0", port: 3000, origin: "http://localhost:8080" };

/** The code with which a request is refused, or "served". */
function verdict(url: string, headers: Sent = {}, served = local, method = "GET"): string {
  const request: GuardedRequest = { method, url, headers: { host: "localhost:3000", ...headers } };
  return guard(request, served)?.code ?? "served";
}

describe("the name it was sent to", () => {
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
  ])("%s is served (%o)", (host, served) => {
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
  ])("%s is misdirected (%o)", (host, served) => {
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
  ])("%j is no Host at all", (host) => {
    expect(verdict("/", { host })).toBe("bad_request");
  });

  test("two Host headers are refused, also when both are ours", () => {
    expect(verdict("/", { host: ["localhost:3000", "localhost:3000"] })).toBe("bad_request");
    const headers = new Headers([
      ["host", "localhost:3000"],
      ["host", "evil.example"],
    ]);
    expect(guard({ method: "GET", url: "/", headers }, local)?.code).toBe("bad_request");
  });

  test("no Host header is refused", () => {
    expect(guard({ method: "GET", url: "/", headers: {} }, local)?.code).toBe("bad_request");
    expect(guard({ method: "GET", url: "/", headers: new Headers() }, local)?.code).toBe("bad_request");
  });

  test("what a proxy claims in X-Forwarded-* or Forwarded changes nothing", () => {
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

  test("a refusal says where to go", () => {
    const { message } = guard({ method: "GET", url: "/", headers: { host: "a.example" } }, local) ?? {
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
    "%s is served",
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
  ])("%s is not", (url) => {
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
  ])("%s is no such host", (name) => {
    expect(verdict("/sandbox", { host: name })).toBe("misdirected");
  });

  test("a frame's own origin reaches no route", () => {
    for (const origin of ["null", "http://s-a1b2.localhost:3000"]) {
      expect(verdict("/api/state", { origin }, local, "GET")).toBe("forbidden");
      expect(verdict("/api/chat", { origin }, local, "POST")).toBe("forbidden");
    }
  });
});

describe("the page it comes from", () => {
  test.each([
    ["http://localhost:3000", "localhost:3000", local],
    ["http://127.0.0.1:3000", "127.0.0.1:3000", local],
    ["http://[::1]:3000", "[::1]:3000", local],
    ["http://localhost:3000", "LOCALHOST:3000", local],
    ["http://localhost", "localhost:80", { host: "127.0.0.1", port: 80 }],
    ["https://easel.example.com", "easel.example.com", proxied],
    ["https://easel.example.com", "localhost:3000", proxied],
    ["http://localhost:3000", "localhost:3000", proxied],
    ["http://localhost:8080", "localhost:8080", forwarded],
    ["http://localhost:3000", "localhost:3000", forwarded],
  ])("Origin %s at %s is our own", (origin, host, served) => {
    expect(verdict("/api/chat", { origin, host }, served, "POST")).toBe("served");
    expect(verdict("/", { origin, host }, served)).toBe("served");
  });

  test.each([
    ["http://evil.example", local],
    ["https://localhost:3000", local],
    ["http://localhost", local],
    ["http://localhost:5173", local],
    ["http://127.0.0.1:3000", local],
    ["http://localhost:3000.evil.example", local],
    ["http://localhost:3000/", local],
    ["http://user@localhost:3000", local],
    ["http://LOCALHOST:3000", local],
    ["http://localhost:3000, http://evil.example", local],
    ["chrome-extension://abcdef", local],
    ["file://", local],
    ["", local],
    ["null", local],
    ["NULL", local],
    ["https://easel.example.com", local],
    ["http://easel.example.com", proxied],
    ["https://easel.example.com.evil.example", proxied],
  ])("Origin %j is foreign", (origin, served) => {
    expect(verdict("/api/chat", { origin }, served, "POST")).toBe("forbidden");
    expect(verdict("/api/state", { origin }, served)).toBe("forbidden");
    expect(verdict("/chat/1", { origin }, served, "POST")).toBe("forbidden");
  });

  test("a TLS origin is not reached from its plain-text twin", () => {
    const host = "easel.example.com";
    expect(verdict("/api/chat", { host, origin: "http://easel.example.com" }, proxied, "POST")).toBe(
      "forbidden",
    );
  });

  test("two Origin headers are refused", () => {
    const origin = ["http://localhost:3000", "http://evil.example"];
    expect(verdict("/api/chat", { origin }, local, "POST")).toBe("forbidden");
  });

  test("an opaque origin may read a page and nothing else", () => {
    expect(verdict("/", { origin: "null" })).toBe("served");
    expect(verdict("/", { origin: "null" }, local, "POST")).toBe("forbidden");
    expect(verdict("/api/state", { origin: "null" })).toBe("forbidden");
  });
});

describe("Sec-Fetch-Site", () => {
  const link = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

  test.each(["same-origin", "none"])("%s is served everywhere", (site) => {
    for (const url of ["/", "/api/state", "/_next/x.js"]) {
      expect(verdict(url, { "sec-fetch-site": site })).toBe("served");
      expect(verdict(url, { "sec-fetch-site": site }, local, "POST")).toBe("served");
    }
  });

  test.each([
    "cross-site",
    "same-site",
    "Cross-Site",
    "CROSS-SITE",
    "Same-Origin",
    "same-origin, cross-site",
    "same-origin ",
    "",
    "unknown",
  ])("%j reaches a page by a link and no route at all", (site) => {
    const headers = { "sec-fetch-site": site };
    expect(verdict("/chat/1", { ...headers, ...link })).toBe("served");
    expect(verdict("/chat/1", headers)).toBe("forbidden");
    expect(verdict("/chat/1", { ...headers, ...link }, local, "POST")).toBe("forbidden");
    expect(verdict("/chat/1", { ...headers, ...link }, local, "HEAD")).toBe("forbidden");
    for (const dest of ["iframe", "frame", "embed", "object", "empty", "image", "script", "Document"]) {
      expect(verdict("/chat/1", { ...headers, ...link, "sec-fetch-dest": dest })).toBe("forbidden");
    }
    for (const mode of ["no-cors", "cors", "websocket", "NAVIGATE"]) {
      expect(verdict("/chat/1", { ...headers, ...link, "sec-fetch-mode": mode })).toBe("forbidden");
    }
    expect(verdict("/api/state", { ...headers, ...link })).toBe("forbidden");
    expect(verdict("/api/chat", headers, local, "POST")).toBe("forbidden");
  });

  test("two of them are refused", () => {
    expect(verdict("/api/state", { "sec-fetch-site": ["same-origin", "cross-site"] })).toBe("forbidden");
  });

  test("a good Origin does not make up for a bad Sec-Fetch-Site, nor the other way round", () => {
    const own = "http://localhost:3000";
    expect(verdict("/api/chat", { origin: own, "sec-fetch-site": "cross-site" }, local, "POST")).toBe(
      "forbidden",
    );
    const claim = { origin: "http://evil.example", "sec-fetch-site": "same-origin" };
    expect(verdict("/api/chat", claim, local, "POST")).toBe("forbidden");
  });

  test.each([
    "/API/state",
    "/%61pi/state",
    "/x/../api/state",
    "/x/%2e%2e/api/state",
    "/.//api/state",
    "/api",
    "/api?x",
    "/api#x",
    "/api%2fstate",
  ])("%s is a route, however it is spelt", (url) => {
    expect(verdict(url, { "sec-fetch-site": "cross-site", ...link })).toBe("forbidden");
  });

  test("a page whose name begins like a route is a page", () => {
    expect(verdict("/apiary", { "sec-fetch-site": "cross-site", ...link })).toBe("served");
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
  ])("%j is malformed", (url) => {
    expect(verdict(url)).toBe("bad_request");
  });

  test.each(["/", "/?q=100%", "/chat/1?next=//evil.example", "/api/state/a%2Fb", "/api/state/%E2%82%AC"])(
    "%s is not",
    (url) => {
      expect(verdict(url)).toBe("served");
    },
  );

  test.each(["TRACE", "CONNECT", "PROPFIND", "get", "QUERY", ""])("the method %j is not known", (method) => {
    expect(verdict("/", {}, local, method)).toBe("method_not_allowed");
  });

  test.each(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"])(
    "a client that is no browser may %s",
    (method) => {
      expect(verdict("/api/state/x", {}, local, method)).toBe("served");
    },
  );
});
