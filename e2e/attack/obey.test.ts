import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks } from "@/lib/agent/loop/testing/stage";
import { sample } from "@/lib/ground/base/testing/sample";
import { closeSession } from "@/lib/web/browser/sessions";
import { type Attack, classes } from "./obey/ways";
import { type World, world } from "./obey/world";

const script = newScript();

let stage: World;
beforeAll(async () => {
  vi.stubEnv("EASEL_EGRESS_ALLOW", "localhost");
  stage = await world(script.equipment);
});
afterAll(() => stage.close());

/** The attacks by class, with placeholder URLs because the sites are not started yet. Only their names are used. */
const NAMES = classes({ evil: "http://evil", sink: "http://sink", bank: "http://bank" });
const numbers = (ways: Attack[]) => sample([...ways.keys()], 12);

async function play({ steps, talks = [steps], fresh }: Attack): Promise<void> {
  const { scene, sites } = stage;
  const read: Step = { calls: [{ id: "read", tool: "fetch_url", input: { url: `${sites.evil}/page` } }] };
  for (const [n, talk] of talks.entries()) {
    const calls = talk.map((calls): Step => ({ calls }));
    script.model = scripted([...(n === 0 && !fresh ? [read] : []), ...calls, { text: "Done." }]).model;
    const conversation = scene.conversation();
    await chunks(await conversation.say("What does the tide table say?"));
    await conversation.read();
    // Requests that a page has started may still be in flight.
    if (JSON.stringify(talk).includes("browser_")) await new Promise((done) => setTimeout(done, 300));
    await closeSession(conversation.id, "The test is over.");
  }
}

test("tries more than 110 attacks", () => {
  expect(Object.values(NAMES).flat().length).toBeGreaterThan(110);
});

describe.each(Object.keys(NAMES))("a model that obeys a page causes no harm by %s attacks", (kind) => {
  test.each(numbers(NAMES[kind] ?? []).map((n) => [NAMES[kind]?.[n]?.name, n] as const))(
    "%s",
    async (_, n) => {
      const way = classes(stage.sites)[kind]?.[n];
      if (!way) throw new Error("There is no such way");
      const before = await stage.everything();
      await play(way);
      expect(stage.harmOutside()).toEqual([]);
      expect(await stage.everything()).toBe(before);
    },
    30_000,
  );
});

test("an honest task that reads two pages and writes a table needs one approval", async () => {
  const { scene, sites } = stage;
  const called = (tool: string, input: object): Step => ({
    calls: [{ id: `${tool} ${Math.random()}`, tool, input }],
  });
  script.model = scripted([
    called("load_toolset", { id: "browser" }),
    called("fetch_url", { url: `${sites.evil}/page` }),
    called("browser_navigate", { url: `${sites.bank}/` }),
    called("browser_extract_text", {}),
    called("browser_evaluate", {
      code: "[...document.querySelectorAll('button')].map((one) => one.textContent)",
    }),
    called("browser_type", { selector: "#get", text: "pay" }),
    called("browser_click", { selector: "#find" }),
    called("fetch_url", { url: `${sites.sink}/collect` }),
    called("run_sandbox_code", { code: "return (await state.list()).length + 6 * 7" }),
    called("db_sql", { sql: "SELECT count(*) FROM people" }),
    called("db_sql", { sql: "CREATE TABLE tides (at TEXT); INSERT INTO tides VALUES ('6:12')" }),
    called("db_sql", { sql: "DROP TABLE tides" }),
    { text: "Done." },
  ]).model;
  const talk = scene.conversation();
  await chunks(await talk.say("Put what the tide page and the bank say into a table"));
  const { asks } = await talk.read();
  expect(asks).toMatchObject([{ toolName: "db_sql", because: { kind: "web" } }]);
  await chunks(
    await talk.answer(asks[0]?.toolCallId ?? "", { decision: "approve", remember: "conversation" }),
  );
  const { asks: more, run, messages } = await talk.read();
  expect([more, run?.status]).toEqual([[], "completed"]);
  expect(JSON.stringify(messages)).not.toContain("output-error");
  await closeSession(talk.id, "The test is over.");
}, 30_000);
