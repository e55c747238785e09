import { randomUUID } from "node:crypto";
import { Talk } from "./api.ts";
import { expect, test } from "./fixtures.ts";
import { INJECTION } from "./web/site.ts";
import { lines } from "./web/transfers.ts";

type FetchOutput = {
  status: number;
  ok: boolean;
  url?: string;
  headers: Record<string, string>;
  next_offset?: number;
  note?: string;
  markdown?: string;
  body: string;
};

class Reader {
  readonly talk: Talk;

  constructor(url: string) {
    this.talk = new Talk(url);
  }

  async get(input: Record<string, unknown>): Promise<FetchOutput> {
    const part = await this.call(input);
    expect(part?.errorText, JSON.stringify(input)).toBeUndefined();
    return part?.output as FetchOutput;
  }

  async refused(input: Record<string, unknown>): Promise<string> {
    const part = await this.call(input);
    expect(part?.state, JSON.stringify(part?.output)).toBe("output-error");
    return part?.errorText ?? "";
  }

  private async call(input: Record<string, unknown>) {
    await (await this.talk.say("Fetch", { tool: "fetch_url", input }, { text: "done" })).text();
    const { messages } = await this.talk.read();
    return messages.at(-1)?.parts.find(({ type }) => type === "tool-fetch_url");
  }
}

let reader: Reader;
test.beforeEach(({ easel }) => {
  reader = new Reader(easel.url);
});

test("reads an article as markdown, with its URL after redirects", async ({ site }) => {
  const output = await reader.get({ url: `${site.url}/redirect/3` });
  expect(output).toMatchObject({ status: 200, ok: true, url: `${site.url}/article` });
  expect(output.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(output.markdown).toMatch(/^# How the Tide Is Read at Norvik/);
  expect(output.markdown).toContain("| Radar | 3 mm | 1995 |");
  expect(output.markdown).toContain(`[harbour office](${site.url}/form)`);
  expect(output.markdown).not.toContain("Buy a boat");
  expect(output.body).toHaveLength(1_000);
  const raw = await reader.get({ url: `${site.url}/article`, raw: true });
  expect(raw.body).toContain("Buy a boat");
  expect(raw).not.toHaveProperty("markdown");
});

test("sends every method with headers and body, and drops cookies", async ({ site }) => {
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"]) {
    // After a page was read, requests that change something need approval, so each has a new conversation.
    reader = new Reader(reader.talk.url);
    const body = method === "GET" || method === "HEAD" ? undefined : '{"a":1}';
    const output = await reader.get({
      url: `${site.url}/echo?q=1`,
      method,
      body,
      headers: { "X-Mine": "yes" },
    });
    expect(output).toMatchObject({ status: 200, ok: true, headers: { "x-asked": method } });
    expect(output.headers).not.toHaveProperty("set-cookie");
    if (method === "HEAD") expect(output.body).toBe("");
    else
      expect(JSON.parse(output.body)).toMatchObject({
        ...{ method, path: "/echo?q=1", body: body ?? "" },
        headers: { "x-mine": "yes", ...(body && { "content-type": "application/json" }) },
      });
  }
  expect((await reader.refused({ url: site.url, method: "BREW" })).toLowerCase()).toContain("method");
});

test("reads a long text page by page with one request", async ({ site }) => {
  const url = `${site.url}/large?characters=100000&of=${randomUUID()}`;
  const before = site.asked.length;
  let text = "";
  for (let offset: number | undefined; ; ) {
    const output: FetchOutput = await reader.get({ url, ...(offset && { offset }) });
    text += output.body;
    offset = output.next_offset;
    if (offset === undefined) break;
    expect(output.note).toContain(`continue with offset ${offset}`);
  }
  expect(text).toBe(lines(100_000));
  expect(site.asked.slice(before)).toEqual(["GET /large"]);
  expect(await new Reader(reader.talk.url).get({ url, offset: 90_000 })).toMatchObject({
    note: "Fetched again, because the cached copy expired: it may have changed.",
  });
});

test("decodes other charsets, compressed pages and PDFs, and returns binary data as such", async ({
  site,
}) => {
  const markdown = async (page: string) => (await reader.get({ url: `${site.url}/${page}` })).markdown;
  expect(await markdown("latin-1")).toBe("# Café\n\nCrème brûlée à la carte");
  expect(await markdown("shift-jis")).toBe("# 日本語\n\n日本語");
  expect(await markdown("gzip")).toContain("This page came packed.");
  const body = async (page: string) => (await reader.get({ url: `${site.url}/${page}` })).body;
  expect(await body("json")).toBe('{"height": 2.5,  "at": "pier"}');
  expect(await body("pdf")).toBe("[page 1]\nThe first page of the tide tables\n\n[page 2]\nThe second page");
  expect(await body("binary")).toBe("[application/octet-stream, 5000 bytes, not shown as text]");
  expect(await body("picture")).toMatch(/^\[image\/png, \d+ bytes/);
  expect(await reader.get({ url: `${site.url}/bomb` })).toMatchObject({
    note: expect.stringContaining("first 5 MB"),
  });
});

test("returns the instructions of a hostile page as text", async ({ site }) => {
  expect((await reader.get({ url: `${site.url}/injection` })).markdown).toContain(INJECTION);
});

test("returns a result for a status other than success", async ({ site }) => {
  for (const status of [404, 500])
    expect(await reader.get({ url: `${site.url}/status/${status}` })).toMatchObject({
      ...{ status, ok: false, body: `This is ${status}.` },
    });
});

test("explains why a URL cannot be fetched", async ({ easel, site }) => {
  const { port } = site;
  const cases: [Record<string, unknown>, RegExp][] = [
    [{ url: `http://127.0.0.1:${port}/article` }, /not on the public internet.*EASEL_EGRESS_ALLOW/],
    [{ url: "http://169.254.169.254/latest/meta-data/" }, /not on the public internet/],
    [{ url: `http://[::ffff:127.0.0.1]:${port}/` }, /not on the public internet/],
    [
      { url: `${site.url}/leads?url=${encodeURIComponent(`http://127.0.0.1:${port}/form`)}` },
      /not on the public/,
    ],
    [{ url: `${site.url}/leads?url=file:///etc/passwd&status=307` }, /Only http and https/],
    [{ url: "file:///etc/passwd" }, /Only http and https/],
    [{ url: "norvik" }, /not a web address/],
    [{ url: "http://nobody.invalid/" }, /The host nobody\.invalid does not exist/],
    [{ url: "http://localhost:1/" }, /refuses connections/],
    [{ url: `https://localhost:${port}/` }, /localhost:\d+ does not speak https/],
    [{ url: `${site.url}/redirect/50` }, /redirects more than \d+ times/],
    [{ url: `${site.url}/headers?bytes=64000` }, /headers that are too long/],
    [{ url: site.url, body: "a" }, /A GET has no body/],
    [{ url: site.url, headers: { "a b": "c" } }, /headers\["a b"\]/],
    [{ url: `${site.url}/json`, offset: 10_000 }, /nothing at offset 10000/],
    [{}, /url/],
  ];
  for (const [input, message] of cases) expect(await new Reader(easel.url).refused(input)).toMatch(message);
});

test("the demo fetches a URL when the user types the call", async ({ site }) => {
  const text = `/fetch_url ${JSON.stringify({ url: `${site.url}/json` })}`;
  const message = { id: randomUUID(), role: "user", parts: [{ type: "text", text }] };
  await (await reader.talk.send({ message, model: "demo" })).text();
  const reply = (await reader.talk.read()).messages
    .at(-1)
    ?.parts.map(({ text = "" }) => text)
    .join("");
  expect(reply).toContain("`fetch_url` came back with:");
  expect(reply).toContain("pier");
});
