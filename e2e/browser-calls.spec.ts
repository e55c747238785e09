import { Talk } from "./api.ts";
import { expect, test } from "./fixtures.ts";
import type { Turn } from "./provider/turn.ts";

type ToolOutput = Record<string, unknown>;

async function agent(url: string) {
  const talk = new Talk(url);
  const load: Turn = { tool: "load_toolset", input: { id: "browser" } };
  await (await talk.say("Take the browser", load, { text: "I have it." })).text();
  return {
    talk,
    async does(...calls: [name: string, input?: object][]): Promise<(ToolOutput | string)[]> {
      const tools = calls.map(([name, input = {}]) => ({ tool: `browser_${name}`, input }));
      await (await talk.say("Go on", { tools }, { text: "Done." })).text();
      const { messages } = await talk.read();
      const parts = messages.at(-1)?.parts.filter(({ type }) => type.startsWith("tool-browser_")) ?? [];
      return parts.map(({ output, errorText }) => errorText ?? (output as ToolOutput));
    },
  };
}

test("runs the calls of a step in sequence and keeps the browser during the conversation", async ({
  easel,
  site,
}) => {
  const { does } = await agent(easel.url);
  const [opened, named, sent] = await does(
    ["navigate", { url: `${site.url}/form`, wait_until: "domcontentloaded" }],
    ["type", { selector: "#name", text: "Ada" }],
    ["click", { selector: "#send" }],
  );
  expect(opened).toEqual({ url: `${site.url}/form`, title: "Ask the harbour office", status: 200 });
  expect(named).toMatchObject({ ok: true });
  expect(sent).toMatchObject({ ok: true, url: `${site.url}/thanks`, title: "Thank you" });
  expect(await does(["extract_text", { selector: "h1" }])).toEqual([{ text: "Thank you, Ada!" }]);
  expect(await does(["close"])).toEqual([{ ok: true }]);
  expect(await does(["extract_text"])).toEqual([expect.stringMatching(/closed.*browser_navigate/)]);
});

test("each conversation has a separate browser", async ({ easel, site }) => {
  const [one, other] = await Promise.all([agent(easel.url), agent(easel.url)]);
  const login: [string, object?][] = [
    ["navigate", { url: `${site.url}/login` }],
    ["type", { selector: "#user", text: "ada" }],
    ["type", { selector: "#password", text: "secret\n" }],
    ["navigate", { url: `${site.url}/account` }],
  ];
  expect((await one.does(...login)).at(-1)).toMatchObject({ url: `${site.url}/account` });
  const [stranger] = await other.does(["navigate", { url: `${site.url}/account` }]);
  expect(stranger).toMatchObject({ url: `${site.url}/login` });
});

test("returns clear errors for invalid input, selectors and forbidden addresses", async ({ easel, site }) => {
  const { does } = await agent(easel.url);
  const [first, ...others] = await does(
    ["click", { selector: "#a" }],
    ["navigate", { url: `${site.url}/form` }],
    ["click", { selector: "a[" }],
    ["click", {}],
    ["navigate", { url: site.url.replace("localhost", "127.0.0.1") }],
    ["navigate", { url: "http://169.254.169.254/latest/meta-data/" }],
    ["navigate", { url: "file:///etc/passwd" }],
    ["evaluate", { code: "throw new Error('My own words')" }],
  );
  expect(first).toMatch(/Call browser_navigate first/);
  expect(others).toEqual([
    expect.objectContaining({ status: 200 }),
    expect.stringMatching(/is not a selector/),
    expect.stringMatching(/Invalid input/),
    expect.stringMatching(/not on the public internet/),
    expect.stringMatching(/not on the public internet/),
    expect.stringMatching(/only http and https/),
    "The page threw: Error: My own words",
  ]);
});

test("a screenshot is an image in the message and text in the audit", async ({ easel, site }) => {
  const { does, talk } = await agent(easel.url);
  const [, shot] = await does(["navigate", { url: `${site.url}/article` }], ["screenshot"]);
  expect(shot).toEqual({ image: expect.stringMatching(/^iVBORw0KGgo/), width: 1280, height: 800 });
  const rows = await fetch(`${easel.url}/api/audit?conversation=${talk.id}&tool=browser_screenshot`);
  const { calls } = await rows.json();
  expect(calls).toHaveLength(1);
  expect(calls[0].resultBytes).toBeLessThan(200);
});

test("the audit lists allowed and refused requests of the browser", async ({ easel, site }) => {
  const { does, talk } = await agent(easel.url);
  await does(
    ["navigate", { url: `${site.url}/article` }],
    ["evaluate", { code: "await fetch('http://10.0.0.1/secret', { mode: 'no-cors' }).catch(() => 0)" }],
  );
  const seen = async () => {
    const answer = await fetch(`${easel.url}/api/audit?conversation=${talk.id}&network=only`);
    const { calls } = (await answer.json()) as { calls: { tool: string; requests: ToolOutput }[] };
    return Object.fromEntries(calls.map(({ tool, requests }) => [tool, requests]));
  };
  await expect.poll(seen).toMatchObject({
    browser_navigate: { refused: 0, hosts: [expect.stringMatching(/^localhost/)] },
    browser_evaluate: { refused: 1, hosts: ["10.0.0.1"] },
  });
});

test("deleting a conversation closes its browser", async ({ easel, site }) => {
  const { does, talk } = await agent(easel.url);
  await does(["navigate", { url: `${site.url}/article` }]);
  await fetch(`${easel.url}/api/conversations/${talk.id}`, { method: "DELETE" });
  const answer = await fetch(`${easel.url}/api/browser/${talk.id}`);
  expect(answer.status).toBe(404);
});
