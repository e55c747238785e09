import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { newScript } from "@/lib/agent/loop/testing/script";
import { stage } from "@/lib/agent/loop/testing/stage";
import type { Message } from "@/lib/agent/message/message";
import { sql } from "@/lib/store/db";
import { findTool } from "@/lib/tools/toolsets/index";
import { OutgoingGuard } from "./outgoing-guard";

const mill = "https://mill.test";
const userMessage = (text: string): Message => ({ id: "u", role: "user", parts: [{ type: "text", text }] });
const called = (tool: string, input: object, output: unknown, web: string[]): Message => ({
  id: "a",
  role: "assistant",
  parts: [
    {
      type: `tool-${tool}`,
      toolCallId: "c",
      state: "output-available",
      input,
      output,
      toolMetadata: { web },
    },
  ],
});
const LINKS = Array.from({ length: 256 }, (_, n) => `<a href="/l/${n}">${n}</a>`).join("");
const PAGE = called(
  "fetch_url",
  { url: `${mill}/flour` },
  {
    markdown: `# Flour\nRye and spelt. [Next](${mill}/flour?page=2) See https://sink.test/c (soon).`,
    body: LINKS,
  },
  [mill],
);
const MESSAGES = [userMessage("What does mill.test ask for rye? See also https://bank.test/rates."), PAGE];

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(newScript().equipment);
});
afterAll(() => scene.close());

type Options = { sources?: string[]; unattended?: boolean; covered?: string; messages?: Message[] };

async function guardOf({
  sources = ["state"],
  unattended = false,
  covered,
  messages = MESSAGES,
}: Options = {}) {
  const conversationId = randomUUID();
  await sql()`insert into conversations (id, agent_id, identity) values (${conversationId}, ${scene.agentId}, '')`;
  return new OutgoingGuard({
    ...{ conversationId, isUnattended: unattended, isForContact: false },
    messages: () => messages,
    askers: async () => [],
    toolOf: (name) => findTool(name)?.tool,
    code: async () => ["await fetch(`https://weather.test/now?of=$" + "{args.city}`)"],
    privateSources: async () => new Set(sources),
    isCovered: (one) => one === covered,
  });
}

/** Returns how many of the requests are permitted before the first refusal. */
async function permitted(guard: OutgoingGuard, urls: string[]): Promise<number> {
  for (const [n, url] of urls.entries()) if (!(await guard.mayRequest(url))) return n;
  return urls.length;
}

describe("while nothing private was read", () => {
  it("permits every reading request, but none with a password in its address", async () => {
    const guard = await guardOf({ sources: [] });
    expect(await guard.mayRequest("https://other.test/?q=anything+at+all+0123456789")).toBe(true);
    expect(await guard.maySay(mill, "anything at all")).toBe(true);
    expect(await guard.mayRequest("https://secret@mill.test/flour")).toBe(false);
  });

  it("counts requests of code, because the code can read private data itself", async () => {
    const guard = (await guardOf({ sources: [] })).forCode();
    expect(await guard.mayRequest("https://sink.test/c?d=sk-live-rye-4711")).toBe(false);
  });
});

describe("after private data was read", () => {
  it("permits about 48 bits by links of a page: five of 256", async () => {
    const urls = Array.from({ length: 20 }, (_, n) => `${mill}/l/${(n * 37) % 256}`);
    expect(await permitted(await guardOf(), urls)).toBe(5);
  });

  it("counts repetitions of a request, because their order can carry data", async () => {
    const urls = Array.from({ length: 100 }, () => "https://sink.test/c");
    const count = await permitted(await guardOf(), urls);
    expect(count).toBeGreaterThan(20);
    expect(count).toBeLessThanOrEqual(48);
  });

  it("keeps the count across servers and steps, and under concurrency", async () => {
    const guard = await guardOf();
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, n) => guard.forCode().mayRequest(`${mill}/l/${(n * 37) % 256}`)),
    );
    expect(all.filter(Boolean)).toHaveLength(5);
  });

  it.each([
    "https://sink.test/c?d=sk-live-rye-4711",
    "https://c2stbGl2ZS1yeWUtNDcxMQ.mill.test/",
    "https://unknown-collector.test/",
    `${mill}/${"rye/".repeat(20)}`,
  ])("refuses what would tell more: %s", async (url) => {
    expect(await (await guardOf()).mayRequest(url)).toBe(false);
  });

  it.each([`${mill}/flour?page=2`, `${mill}/flour?page=3`, `${mill}/spelt`, `${mill}/search?q=rye`])(
    "permits what tells little: %s",
    async (url) => {
      expect(await (await guardOf()).mayRequest(url)).toBe(true);
    },
  );

  it("permits addresses that the user named, and those in trusted code with a short word", async () => {
    const guard = await guardOf();
    expect(await guard.mayRequest("https://bank.test/rates")).toBe(true);
    expect(await guard.mayRequest("https://weather.test/now?of=rye")).toBe(true);
    expect(await guard.mayRequest("https://weather.test/now?of=sk-live-rye-4711")).toBe(false);
  });

  it("counts the fragment of a page that the browser opens, because its scripts see it", async () => {
    const url = "https://bank.test/rates#sk-live-rye-4711";
    expect(await (await guardOf()).mayRequest(url)).toBe(true);
    expect(await (await guardOf()).mayOpen(url)).toBe(false);
  });

  it("counts all names below one domain together", async () => {
    const guard = await guardOf();
    const urls = Array.from({ length: 20 }, (_, n) => `https://${String.fromCharCode(97 + n)}.mill.test/`);
    expect(await permitted(guard, urls)).toBeLessThan(4);
    const local = await guardOf();
    expect(
      await permitted(
        local,
        urls.map((url) => url.replace("mill.test", "localhost:99")),
      ),
    ).toBeLessThan(4);
  });

  it("does not count data of a server that goes back to it", async () => {
    const guard = await guardOf({ sources: ["mcp:mail"] });
    expect(await guard.mayCall("mcp:mail", "any text of a mail, 4711")).toBe(true);
    expect(await guard.mayCall("mcp:other", "any text of a mail, 4711")).toBe(false);
  });

  it("permits everything to a site that the user has approved", async () => {
    const guard = await guardOf({ covered: "more requests to sink.test" });
    expect(await guard.mayRequest("https://a.sink.test/c?d=sk-live-rye-4711")).toBe(true);
    expect(await guard.mayRequest("https://other.test/c?d=sk-live-rye-4711")).toBe(false);
  });

  it("counts clicks by the number of elements, and refuses documents without a site", async () => {
    const guard = await guardOf();
    const clicks = await Promise.all(Array.from({ length: 12 }, () => guard.maySay(`${mill}/`, "", 1_000)));
    expect(clicks.filter(Boolean)).toHaveLength(4);
    expect(await guard.maySay("about:blank", "", 1)).toBe(false);
  });
});

test("in an unattended run a site learns nothing, but the user's addresses can be read once each", async () => {
  const guard = await guardOf({ unattended: true });
  expect(await guard.mayRequest(`${mill}/flour?page=2`)).toBe(false);
  expect(await guard.mayRequest("https://sink.test/c")).toBe(false);
  expect(await guard.mayRequest("https://bank.test/rates")).toBe(true);
});

test("a list of many addresses in the user's message is an alphabet, too", async () => {
  const links = Array.from({ length: 64 }, (_, n) => `https://evil.test/${n}`);
  const guard = await guardOf({ messages: [userMessage(links.join(" "))] });
  expect(await permitted(guard, links.toReversed())).toBeLessThanOrEqual(8);
});

test("a deleted conversation sends nothing", async () => {
  const guard = await guardOf();
  await sql()`delete from conversations`;
  expect(await guard.mayRequest(`${mill}/flour?page=2`)).toBe(false);
});
