import { describe, expect, test } from "vitest";
import { type GuardedRequest, requestRefusal, type Served } from "./guard";

type Sent = Record<string, string | string[]>;

const local: Served = { host: "127.0.0.1", port: 3000 };
const proxied: Served = { host: "127.0.0.1", port: 3000, origin: "https://easel.example.com" };
const forwarded: Served = { host: "0.0.0.0", port: 3000, origin: "http://localhost:8080" };

function verdict(url: string, headers: Sent = {}, served = local, method = "GET"): string {
  const request: GuardedRequest = { method, url, headers: { host: "localhost:3000", ...headers } };
  return requestRefusal(request, served)?.code ?? "served";
}

describe("the Origin header", () => {
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
  ])("accepts Origin %s at %s", (origin, host, served) => {
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
  ])("rejects Origin %j", (origin, served) => {
    expect(verdict("/api/chat", { origin }, served, "POST")).toBe("forbidden");
    expect(verdict("/api/state", { origin }, served)).toBe("forbidden");
    expect(verdict("/chat/1", { origin }, served, "POST")).toBe("forbidden");
  });

  test("rejects the http origin of an https server", () => {
    const host = "easel.example.com";
    expect(verdict("/api/chat", { host, origin: "http://easel.example.com" }, proxied, "POST")).toBe(
      "forbidden",
    );
  });

  test("rejects two Origin headers", () => {
    const origin = ["http://localhost:3000", "http://evil.example"];
    expect(verdict("/api/chat", { origin }, local, "POST")).toBe("forbidden");
  });

  test("serves only pages to an opaque origin", () => {
    expect(verdict("/", { origin: "null" })).toBe("served");
    expect(verdict("/", { origin: "null" }, local, "POST")).toBe("forbidden");
    expect(verdict("/api/state", { origin: "null" })).toBe("forbidden");
  });
});

describe("Sec-Fetch-Site", () => {
  const link = { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };

  test.each(["same-origin", "none"])("serves every path for %s", (site) => {
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
  ])("serves only pages opened by a link for %j", (site) => {
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

  test("rejects two Sec-Fetch-Site headers", () => {
    expect(verdict("/api/state", { "sec-fetch-site": ["same-origin", "cross-site"] })).toBe("forbidden");
  });

  test("rejects a bad Sec-Fetch-Site or Origin even if the other is valid", () => {
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
  ])("treats %s as a route", (url) => {
    expect(verdict(url, { "sec-fetch-site": "cross-site", ...link })).toBe("forbidden");
  });

  test("treats a page whose name starts like a route as a page", () => {
    expect(verdict("/apiary", { "sec-fetch-site": "cross-site", ...link })).toBe("served");
  });
});
