import { afterAll, beforeAll, expect, test } from "vitest";
import { createAuthoredComponent, updateComponent } from "@/lib/code/components/save";
import { fakeCompiler } from "@/lib/code/components/testing/lab";
import { edit } from "@/lib/code/identity/edit";
import { createTool, deleteTool, updateTool } from "@/lib/code/tools/save";
import { fakeSandbox } from "@/lib/code/tools/testing/sandbox";
import { AppError } from "@/lib/shared/errors";
import { IDENTITY_KINDS } from "@/lib/shared/identity";
import type { Kind } from "@/lib/shared/kinds";
import { toStorableValue } from "@/lib/shared/text/storable";
import { listAgentTools } from "@/lib/store/agents/agent-tools";
import { resolveAgent } from "@/lib/store/agents/agents";
import { listComponents, readComponent, removeComponent } from "@/lib/store/agents/components";
import { readText, writeText } from "@/lib/store/agents/identity";
import * as state from "@/lib/store/agents/state";
import { sql } from "@/lib/store/db";
import { listRevisions, readRevision } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { exportAgent } from "./export";
import { importAgent } from "./import";
import { restoreVersion } from "./restore";
import { restoreAgentTo } from "./restore-point";

fakeCompiler();
fakeSandbox();

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

const ROUNDS = 3;
const WRITERS = 8;
const EDITS = 8;
const user = { author: "person", cause: null } as const;

function random(seed: number) {
  let at = seed;
  const next = () => {
    at = (at + 0x6d2b79f5) | 0;
    let t = Math.imul(at ^ (at >>> 15), 1 | at);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number) => Math.floor(next() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  return { below, pick };
}
type Random = ReturnType<typeof random>;

const STRINGS = ["", "tea ", "$& $1 ", "\u{1f600}\u{1f469}‍\u{1f467}", "é\u2028", "\r\n\t", '"\\'];
const LONG = "x".repeat(99_000);
/** Strings that only JSON can represent. */
const ODD = ["\0", "\ud800", "\udc00\ud800", "\u{1f600}"];
const some = (dice: Random) =>
  `${dice.pick(STRINGS)}${dice.below(20) === 0 ? LONG : dice.pick(STRINGS)}${dice.below(1_000)}`;
const value = (dice: Random): unknown =>
  dice.pick([
    () => ({ [dice.pick(ODD)]: [dice.pick(ODD) + some(dice), dice.below(9) / 7, null, {}] }),
    () => dice.pick(ODD),
    () => null,
    () => dice.below(3),
  ])();

type Acknowledged = { kind: Kind; name: string; version: number | null; content: unknown };

async function act(dice: Random): Promise<Acknowledged[]> {
  const name = dice.pick(["a", "b", "c"]);
  const big = name.toUpperCase();
  const kind = dice.pick(IDENTITY_KINDS);
  const schema = { type: "object", description: dice.pick(ODD) };
  const code = some(dice) || "x";
  const description = `d${dice.below(5)}`;
  const tool = { description, parameter_schema: schema, code, limits: dice.pick([null, { cpuMs: 100 }]) };
  const component = { description, code, props_schema: dice.pick([null, schema]) };
  const text = (change: (old: string) => string, base?: number) =>
    writeText(agentId, kind, change, user, base).then((written) => [{ kind, name: kind, ...written }]);
  // A separate run for each edit, so that edits of one run are not merged.
  const by = {
    author: "agent",
    cause: { conversationId: "c", messageId: "m", runId: crypto.randomUUID(), toolCallId: "t" },
  } as const;
  return dice.pick([
    () => text((old) => edit(old, { operation: "append", content: some(dice) }, "it")),
    () => text((old) => edit(old, { operation: "prepend", content: some(dice) }, "it")),
    () => text((old) => edit(old, { operation: "replace", content: dice.pick([...STRINGS, ...ODD]) }, "it")),
    () => text((old) => edit(old, { operation: "delete", content: dice.pick(STRINGS) }, "it")),
    () =>
      text((old) =>
        edit(
          old,
          { operation: "find_replace", find: "e", replace: "$&", replace_all: dice.below(2) > 0 },
          "it",
        ),
      ),
    async () => text(() => some(dice), (await readText(agentId, kind)).version),
    async () => {
      const { version } = await createTool(agentId, { name, ...tool }, user);
      return [{ kind: "tool" as const, name, version, content: tool }];
    },
    async () => {
      const { version } = await updateTool(agentId, name, tool, user);
      return [{ kind: "tool" as const, name, version, content: tool }];
    },
    () => deleteTool(agentId, name, user).then(() => []),
    async () => {
      const { version } = await createAuthoredComponent(
        agentId,
        { name: big, ...component },
        { author: "person" },
      );
      return [{ kind: "component" as const, name: big, version, content: component }];
    },
    async () => {
      const { version } = await updateComponent(agentId, big, component, { author: "person" });
      return [{ kind: "component" as const, name: big, version, content: component }];
    },
    () => removeComponent(agentId, big, user).then(() => []),
    async () => {
      const written = value(dice);
      await state.write(agentId, name, written, by);
      return [{ kind: "state" as const, name, version: null, content: { value: written } }];
    },
    () => state.remove(agentId, name, by).then(() => []),
    async () => {
      const { revisions } = await listRevisions(agentId, { limit: 100 });
      const { kind, name, version, content } = await restoreVersion(agentId, dice.pick(revisions).id, true);
      return [{ kind, name, version, content }];
    },
    async () => {
      const { revisions } = await listRevisions(agentId, { limit: 200 });
      const { revisions: written } = await restoreAgentTo(agentId, dice.pick(revisions).createdAt);
      const whole = await Promise.all(written.map(({ id }) => readRevision(agentId, id)));
      return whole.map(({ kind, name, version, content }) => ({ kind, name, version, content }));
    },
  ])();
}

/** Expected failures are AppErrors, such as a text that is too long or a deleted tool. */
const attempt = (dice: Random) =>
  act(dice).catch((error): Acknowledged[] => {
    if (error instanceof AppError) return [];
    throw error;
  });

type Live = { kind: Kind; name: string; content: unknown };

async function readAll(): Promise<Live[]> {
  const identityTexts = await Promise.all(
    IDENTITY_KINDS.map(async (kind) => ({ kind, name: kind, ...(await readText(agentId, kind)) })),
  );
  const tools = (await listAgentTools(agentId)).map(
    ({ name, description, parameter_schema, code, limits }) => {
      return { kind: "tool" as const, name, content: { description, parameter_schema, code, limits } };
    },
  );
  const names = (await listComponents(agentId)).map(({ name }) => name);
  const components = await Promise.all(
    names.map(async (name) => {
      const { description, code, props_schema } = (await readComponent(agentId, name)) ?? {};
      return { kind: "component" as const, name, content: { description, code, props_schema } };
    }),
  );
  const values = (await state.entries(agentId)).map(({ key, value }) => {
    return { kind: "state" as const, name: key, content: { value } };
  });
  return [
    ...identityTexts.map(({ kind, name, content }) => ({ kind, name, content })),
    ...tools,
    ...components,
    ...values,
  ];
}

type Stored = { kind: Kind; name: string; version: number; live: boolean; content: unknown; time: string };

async function check(acknowledged: Acknowledged[]): Promise<void> {
  const rows = await sql()<Stored[]>`
    select kind, name, version, live, content, created_at::text as time from revisions where agent_id = ${agentId}
    order by kind, name, version`;
  const items = Map.groupBy(rows, ({ kind, name }) => `${kind} ${name}`);
  const live: Live[] = [];
  for (const [key, versions] of items) {
    expect(
      versions.map(({ version }) => version),
      key,
    ).toEqual(versions.map((_, index) => index + 1));
    const times = versions.map(({ time }) => time);
    expect(times, key).toEqual([...times].sort());
    const last = versions.findLast((one) => one.live);
    if (last && last.content !== null) live.push({ kind: last.kind, name: last.name, content: last.content });
  }
  const now = await readAll();
  expect(sorted(now)).toEqual(sorted(live));
  for (const { kind, name, version, content } of acknowledged) {
    const versions = items.get(`${kind} ${name}`) ?? [];
    const found = version === null ? versions : versions.filter((one) => one.version === version);
    expect(found.map((one) => JSON.stringify(one.content))).toContain(
      JSON.stringify(toStorableValue(content)),
    );
  }
}

const sorted = (all: Live[]) => all.map((one) => JSON.stringify([one.kind, one.name, one.content])).sort();

test.each([1, 2])("concurrent writes neither lose nor duplicate a version (seed %i)", async (seed) => {
  const acknowledged: Acknowledged[] = [];
  const restorePoints: { at: string; all: Live[] }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const dice = random(seed * 1_000 + round * 100 + writer);
      for (let n = 0; n < EDITS; n++) acknowledged.push(...(await attempt(dice)));
    });
    await Promise.all(writers);
    await check(acknowledged);
    const { revisions } = await listRevisions(agentId, { limit: 1 });
    restorePoints.push({ at: revisions[0]?.createdAt ?? "", all: await readAll() });
  }
  // Restoring each time, newest first, gives the state at that time.
  for (const { at, all } of [...restorePoints].reverse()) {
    await restoreAgentTo(agentId, at);
    expect(sorted(await readAll())).toEqual(sorted(all));
  }
  await check(acknowledged);
  const pieces = await Array.fromAsync(exportAgent(agentId, "all", new Date()));
  const file: unknown = JSON.parse(Buffer.concat(pieces).toString());
  expect(await importAgent(agentId, file)).toMatchObject({ changes: [] });
});
