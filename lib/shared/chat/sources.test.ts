import type { UIMessage } from "ai";
import { expect, it } from "vitest";
import { sourcesOf } from "./sources";

const done = (name: string, input: unknown, output: unknown, more = {}) => ({
  type: `tool-${name}`,
  toolCallId: name,
  state: "output-available",
  input,
  output,
  ...more,
});
const sources = (...parts: unknown[]) => sourcesOf({ id: "a", role: "assistant", parts } as UIMessage);

it("lists the pages that tools have read without duplicates, by title or host", () => {
  const found = sources(
    done("web_search", { query: "rye" }, { results: [{ url: "https://never.example", title: "Not read" }] }),
    done(
      "fetch_url",
      { url: "http://a.example/x#part" },
      { status: 200, url: "https://a.example/x", markdown: "# Rye" },
    ),
    done("fetch_url", { url: "https://www.b.example/api" }, { status: 200, body: "{}" }),
    done("fetch_url", { url: "https://a.example/x#other" }, { status: 200, body: "" }),
    { type: "text", text: "See https://c.example" },
  );
  expect(found).toEqual([
    { url: "https://a.example/x", title: "Rye" },
    { url: "https://www.b.example/api", title: "b.example" },
  ]);
});

it("uses the host if a page's title is a URL", () => {
  const title = "https://bank.example/login";
  expect(sources(done("browser_navigate", {}, { url: "https://a.example/", title }))).toEqual([
    { url: "https://a.example/", title: "a.example" },
  ]);
});

it("omits failed reads, sent data and URLs other than http(s)", () => {
  const found = sources(
    done("fetch_url", { url: "https://a.example" }, { status: 404 }),
    done("fetch_url", { url: "https://a.example", method: "POST" }, { status: 200 }),
    done("browser_navigate", { url: "about:blank" }, { url: "about:blank", title: "" }),
    done("browser_navigate", {}, { url: "javascript:alert(1)", title: "x", status: 200 }),
    { ...done("fetch_url", { url: "https://a.example" }, undefined), state: "output-error" },
  );
  expect(found).toEqual([]);
});

it("uses the page that the browser has open", () => {
  const shop = { url: "https://shop.example/", title: "Shop", status: 200 };
  const thanks = { ok: true, url: "https://shop.example/thanks", title: "Thank you" };
  const click = done("browser_click", { selector: "a" }, thanks);
  expect(sources(done("browser_navigate", {}, shop), click)).toHaveLength(1);
  const read = done("browser_extract_text", {}, { text: "…" });
  expect(sources(done("browser_navigate", {}, shop), click, read).map(({ title }) => title)).toEqual([
    "Shop",
    "Thank you",
  ]);
  const before = done(
    "browser_extract_text",
    {},
    { text: "…" },
    { toolMetadata: { web: ["https://old.example"] } },
  );
  expect(sources(before)).toEqual([{ url: "https://old.example/", title: "old.example" }]);
});
