import { afterAll, beforeAll, expect, test } from "vitest";
import { joinedDeltas } from "@/lib/agent/message/coalesce";
import { sql } from "@/lib/store/db";
import { findAround } from "@/lib/store/search/message-search";
import { lab, withLab } from "./testing/lab";
import { scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage, textIn } from "./testing/stage";

const script = newScript({}, withLab());
let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());

const ODD = "nul \0 half \ud83d";

test("stores JSON that Postgres can read after a run with U+0000 and lone surrogates", async () => {
  const { model } = scripted([
    {
      text: `harbour ${ODD}`,
      calls: [
        { tool: "act", input: { n: 1 } },
        { tool: "look", input: { n: ODD } },
        {
          tool: "run_sandbox_code",
          input: { code: `console.log("${"\\ud83d"}"); return String.fromCharCode(0)` },
        },
        { tool: "set_state", input: { key: "odd", value: { [ODD]: ODD } } },
      ],
    },
    { text: "Done." },
  ]);
  script.model = model;
  lab.act = async (_, { log }) => {
    log(ODD);
    return { [ODD]: ODD };
  };
  const talk = scene.conversation();
  expect(textIn(await chunks(await talk.say(`find the harbour ${ODD}`)))).toContain("Done.");
  expect((await talk.read()).run?.status).toBe("completed");

  const columns = await sql()<{ tab: string; col: string }[]>`
    select table_name as tab, column_name as col from information_schema.columns
    where table_schema = 'public' and data_type = 'json'`;
  expect(columns.length).toBeGreaterThan(40);
  // A cast to jsonb decodes every escape, so it fails if any `->>` could fail.
  for (const { tab, col } of columns)
    await sql().unsafe(`select count("${col}"::jsonb::text) from public.${tab} where "${col}" is not null`);
  const { id = "" } = (await talk.read()).messages[1] ?? {};
  const found = await findAround({ agentId: scene.agentId }, [{ conversationId: talk.id, id }], 1);
  expect(found.map(({ head }) => head)).toEqual(["find the harbour nul \ufffd half \ufffd", null]);
});

test("joins a surrogate pair split over two deltas, and replaces a lone half by U+FFFD", async () => {
  const { readable, writable } = joinedDeltas();
  const writer = writable.getWriter();
  const write = async () => {
    for (const [id, delta] of [
      ["a", "x\ud83d"],
      ["b", "\ud83d"],
      ["a", "\ude00y"],
      ["a", "z\ud83d"],
    ] as const)
      await writer.write({ type: "text-delta", id, delta });
    await writer.write({ type: "text-end", id: "a" });
    await writer.close();
  };
  void write();
  const contents: Record<string, string> = {};
  for await (const part of readable)
    if (part.type === "text-delta") contents[part.id] = (contents[part.id] ?? "") + part.delta;
  expect(contents).toEqual({ a: "x\u{1f600}yz\ufffd", b: "\ufffd" });
});
