import { afterAll, expect, test } from "vitest";
import { makePdf } from "@/lib/data/files/testing/pdf";
import { closeAll } from "@/lib/ground/base/process";
import type { GuardedOptions, guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { fetchInput } from "./fetch-input";
import { fetchUrl } from "./fetch-url";

afterAll(closeAll);

type Answer = {
  type?: string;
  body: string | Uint8Array;
  status?: number;
  url?: string;
  headers?: object;
  isCut?: boolean;
};

/**
 * A fake web that returns the answers one after another, and then repeats the last one. `asked` records the
 * requests.
 */
function web(...answers: Answer[]) {
  const asked: (GuardedOptions & { url: string })[] = [];
  const fetch: typeof guardedFetch = async (url, options) => {
    asked.push({ ...options, url: String(url) });
    const answer = answers[Math.min(asked.length, answers.length) - 1] ?? { body: "" };
    const { type = "text/plain", body, status = 200, headers, isCut = false } = answer;
    return {
      status,
      headers: new Headers({ ...(type && { "content-type": type }), ...headers }),
      url: answer.url ?? String(url),
      bytes: new Uint8Array(Buffer.from(body)),
      isCut,
    };
  };
  const conversationId = crypto.randomUUID();
  const caller = { agentId: "a", conversationId, tool: "fetch_url" };
  const signal = new AbortController().signal;
  return {
    asked,
    caller,
    ask: async (input: object) =>
      (
        await fetchUrl(fetchInput.parse({ url: "https://example.com/a", ...input }), {
          caller,
          signal,
          fetch,
        })
      ).result,
  };
}

const LONG = Array.from({ length: 20_000 }, (_, at) => `line ${at}\n`).join("");

test("returns JSON unchanged, with status and headers", async () => {
  const { ask } = web({ type: "application/json", body: '{"a":  1}', headers: { "x-more": "yes" } });
  expect(await ask({})).toEqual({
    status: 200,
    ok: true,
    headers: { "content-type": "application/json", "x-more": "yes" },
    body: '{"a":  1}',
  });
});

test("returns a response with an error status as a result with ok false", async () => {
  expect(await web({ status: 404, body: "not here" }).ask({})).toMatchObject({
    status: 404,
    ok: false,
    body: "not here",
  });
});

test("returns the final address after a redirect, but no address if only the fragment differs", async () => {
  expect(await web({ body: "", url: "https://example.org/b" }).ask({})).toMatchObject({
    url: "https://example.org/b",
  });
  expect(await web({ body: "" }).ask({ url: "https://example.com/a#part" })).not.toHaveProperty("url");
});

test("returns a page as Markdown with the start of its long source; with raw, returns only the whole source", async () => {
  const body = `<title>T</title><p>hello${"<!-- -->".repeat(1_000)}`;
  const { ask } = web({ type: "text/html", body });
  expect(await ask({})).toMatchObject({
    markdown: "# T\n\nhello",
    body: body.slice(0, 1_000),
    note: "body is cut; raw returns it.",
  });
  const raw = await ask({ raw: true });
  expect(raw).toMatchObject({ body });
  expect(raw).not.toHaveProperty("markdown");
  expect(await web({ type: "", body: "<!doctype html><p>x" }).ask({})).toMatchObject({ markdown: "x" });
});

test("notes that a browser may show more if the page is rendered by scripts", async () => {
  const { note } = await web({
    type: "text/html",
    body: "<div id=root></div><script src=a.js></script>",
  }).ask({});
  expect(note).toContain("a browser may show more");
});

test("returns a long text in parts, but requests it only once", async () => {
  const { ask, asked } = web({ body: LONG });
  let text = "";
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const page: { body: string; next_offset?: number } = await ask({ offset });
    text += page.body;
    offset = page.next_offset;
  }
  expect(text).toBe(LONG);
  expect(asked).toHaveLength(1);
  await expect(ask({ offset: 1_000_000 })).rejects.toThrow(`the text has ${LONG.length} characters`);
});

test("returns further parts of a POST response without sending the request again, only in the same conversation", async () => {
  const { ask, asked, caller } = web({ body: LONG }, { body: "other" });
  const { next_offset: offset } = await ask({ method: "POST", body: "q=1" });
  expect((await ask({ method: "POST", body: "q=1", offset })).body).toContain("line 5000\n");
  expect((await ask({ offset })).body).toContain("line 5000\n");
  caller.conversationId = crypto.randomUUID();
  await expect(ask({ method: "POST", body: "q=1", offset })).rejects.toMatchObject({ code: "not_found" });
  expect(asked).toHaveLength(1);
});

test("returns further parts of a redirected page from the cache, by its old and its new URL", async () => {
  const { ask, asked } = web({ body: LONG, url: "https://example.org/b" });
  await ask({});
  for (const url of ["https://example.com/a", "https://example.org/b#part"])
    expect((await ask({ url, offset: 150_000 })).body).toContain("line 16000\n");
  expect(asked).toHaveLength(1);
});

test("a page is fetched again if the cache no longer has it, and the result notes that", async () => {
  const { ask, asked } = web({ body: LONG });
  expect(await ask({ offset: 150_000 })).toMatchObject({ note: expect.stringContaining("Fetched again") });
  expect(asked).toHaveLength(1);
});

test("describes a binary response by type and size", async () => {
  const bytes = new Uint8Array(3_000).map((_, at) => at % 256);
  const bodyOf = async (type: string) => (await web({ type, body: bytes }).ask({})).body;
  expect(await bodyOf("image/png")).toBe("[image/png, 3000 bytes, not shown as text]");
  expect(await bodyOf("text/plain")).toBe("[text/plain, 3000 bytes, not shown as text]");
  expect(await bodyOf("")).toBe("[binary, 3000 bytes, not shown as text]");
});

test("returns the text of a PDF, or a note if it is damaged", async () => {
  const type = "application/pdf";
  expect(await web({ type, body: makePdf(["First page", "Second"]) }).ask({})).toMatchObject({
    body: "[page 1]\nFirst page\n\n[page 2]\nSecond",
  });
  expect((await web({ type, body: "%PDF-1.4 nothing" }).ask({})).note).toContain(
    "Not read: the file is damaged",
  );
  expect((await web({ type, body: makePdf(["a"]), isCut: true }).ask({})).note).toContain("too large");
});

test("sends a body with a content type, and rejects a GET with a body and invalid headers", async () => {
  const { ask, asked } = web({ body: "" });
  await ask({ method: "POST", body: { a: 1 }, headers: { "x-number": 1 } });
  await ask({ method: "PUT", body: "a", headers: { "Content-Type": "text/csv", Accept: "image/*" } });
  expect(
    asked.map(({ headers, body, method }) => [method, body, new Headers(headers).get("content-type")]),
  ).toEqual([
    ["POST", '{"a":1}', "application/json"],
    ["PUT", "a", "text/csv"],
  ]);
  expect(new Headers(asked[1]?.headers).get("accept")).toBe("image/*");
  await expect(ask({ body: "a" })).rejects.toThrow("A GET has no body");
  await expect(ask({ headers: { "a b": "c" } })).rejects.toThrow('headers["a b"]');
  await expect(ask({ headers: { a: "ä\n漢" } })).rejects.toMatchObject({ code: "invalid" });
});

test("notes which of the given headers are never sent", async () => {
  const { note } = await web({ body: "a" }).ask({ headers: { Cookie: "a=b", "X-Mine": "1", HOST: "b" } });
  expect(note).toBe("Headers that are never sent: Cookie, HOST.");
});

test("limits the size of response headers, and notes that a body is truncated", async () => {
  const headers = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`x-${at}`, "v".repeat(5_000)]));
  const response = await web({ body: "a", headers, isCut: true }).ask({});
  expect(JSON.stringify(response.headers).length).toBeLessThan(10_000);
  expect(response.note).toBe("Only the first 5 MB were read.");
});
