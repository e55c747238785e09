import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { members } from "@/drizzle/schema";
import { fakeCompiler } from "@/lib/code/components/testing/lab";
import { actingAs } from "@/lib/ground/base/acting";
import type { AppSource } from "@/lib/shared/apps/contract";
import { QUOTAS } from "@/lib/shared/apps/contract";
import type { Tile } from "@/lib/shared/boards/content";
import { type ExportSource, MAX_EXPORTS } from "@/lib/shared/exports";
import type { GalleryKind } from "@/lib/shared/gallery/kinds";
import type { RemixRequest } from "@/lib/shared/gallery/requests";
import type { Member } from "@/lib/shared/members/members";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { addAgent } from "@/lib/store/agents/agent-making";
import { resolveAgent } from "@/lib/store/agents/agents";
import { createBoard, readBoard } from "@/lib/store/agents/boards";
import { writeBundle } from "@/lib/store/agents/bundles";
import { putComponent, readComponent, removeComponent } from "@/lib/store/agents/components";
import { publishApp, setVersion } from "@/lib/store/apps/apps";
import { addExport } from "@/lib/store/data/exports";
import { list as listFiles, read, restore } from "@/lib/store/data/files";
import { asJson, db, sql } from "@/lib/store/db";
import { storeUse } from "@/lib/store/gallery/uses";
import { changeBoardSharing } from "@/lib/store/members/board-sharing";
import { actorOf, publishMembers, readMember } from "@/lib/store/members/roster";
import { changeAgentSharing } from "@/lib/store/members/sharing";
import { originsOfVersion } from "@/lib/store/origins";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { listGallery } from "./list";
import { remix } from "./remix";

fakeCompiler();

const user = { author: "person", cause: null } as const;
const WEB = "https://a.test";
const owner: Member = { id: OWNER_ID, name: "", email: null, role: "owner" };
let database: Awaited<ReturnType<typeof testDatabase>>;
let agent: string;
let other: string;
beforeAll(async () => {
  database = await testDatabase();
  agent = await resolveAgent();
  other = await addAgent({ name: "Other" });
});
afterAll(() => database.drop());
beforeEach(async () => {
  await sql()`truncate conversations, components, revisions, boards, apps, files, gallery_uses, agent_shares cascade`;
  await sql()`delete from members where id <> ${OWNER_ID}`;
  publishMembers();
});

const component = (
  name: string,
  { of = agent, code = `export default () => "${name}"`, origins = [] as string[] } = {},
) =>
  putComponent(of, name, 0, {
    ...{ content: { description: `About ${name}`, code, props_schema: null }, ...user, origins },
  });

type Shown = { bundle: string; name?: string; app?: object };
type Call = { id: string; title?: string; shown: Shown; code?: string; changes?: string; props?: object };

/** Stores a message with calls that show components. Returns the conversation. */
async function shows(
  calls: readonly Call[],
  { of = agent, conversation = String(randomUUID()), id = "m", memberId = OWNER_ID, active = true } = {},
): Promise<string> {
  await sql()`
    insert into conversations (id, agent_id, title, identity, member_id) values (${conversation}, ${of}, 'A talk', '', ${memberId})
    on conflict do nothing`;
  const parts = calls.map(({ id: toolCallId, title, code, props, changes }) => ({
    ...{ type: "tool-render_and_wait", toolCallId, state: "output-available", output: { action: "dismiss" } },
    input: { title, code, props },
    ...(changes && { toolMetadata: { changes: { sheet: changes, wrote: {} } } }),
  }));
  const metadata = { calls: Object.fromEntries(calls.map(({ id, shown }) => [id, { shown }])) };
  await sql()`
    insert into messages (conversation_id, id, agent_id, role, parts, metadata, active)
    values (${conversation}, ${id}, ${of}, 'assistant', ${asJson(parts)}::json, ${asJson(metadata)}::json, ${active})`;
  return conversation;
}

async function app(
  title: string,
  {
    audience = "members" as "members" | "link",
    source = { kind: "component", name: title } as AppSource,
    of = agent,
  } = {},
) {
  const slug = title.toLowerCase();
  const code = `export default () => "published ${title}"`;
  await writeBundle({ hash: `hash of ${slug}`, source: code, js: "", css: "", map: "", runtime: "" });
  return publishApp(
    {
      ...{ id: randomUUID(), agentId: of, slug, title, source, audience, days: null, passcode: null },
      ...{ members: null, maxVisits: null, embed: [], quotas: QUOTAS, memberId: OWNER_ID },
    },
    {
      ...{
        title,
        bundle: `hash of ${slug}`,
        props: { size: 2 },
        rules: { tables: [], form: null },
        queries: [],
      },
      ...{ state: [], script: null, css: "", origins: [WEB], memberId: OWNER_ID },
    },
  );
}

type Listed = {
  q?: string;
  kind?: GalleryKind;
  limit?: number;
  cursor?: string;
  memberId?: string;
  agentId?: string;
};
const list = (wanted: Listed = {}) => listGallery({ memberId: OWNER_ID, q: "", limit: 48, ...wanted });
const titles = async (wanted?: Listed) => (await list(wanted)).items.map(({ title }) => title);

describe("the list", () => {
  test("has components, inline components, boards and apps of all agents, changed last first", async () => {
    await component("Tally");
    await shows([{ id: "one", title: "Sketch", shown: { bundle: "b1" }, props: { n: 1 } }]);
    const { id } = await createBoard(other, { name: "Kitchen", tiles: [] }, user);
    await app("Shop");
    const { items } = await list();
    expect(items.map(({ agent, title, content }) => [agent, title, content.kind])).toEqual([
      [agent, "Shop", "app"],
      [other, "Kitchen", "board"],
      [agent, "Sketch", "inline"],
      [agent, "Tally", "component"],
    ]);
    expect(items[0]?.content).toMatchObject({ slug: "shop", isOpen: true, owned: { visitors: 0 } });
    expect(items[1]).toMatchObject({ id, content: { count: 0, tiles: [] } });
    expect(items[2]?.content).toMatchObject({ bundle: "b1", props: { n: 1 }, sheet: "m/one" });
    expect(items[3]).toMatchObject({ description: "About Tally", content: { version: 1, origins: [] } });
    expect(await titles({ agentId: other })).toEqual(["Kitchen"]);
  });

  test("puts what the member used last first, and pages without gaps", async () => {
    for (const name of ["One", "Two", "Three", "Four"]) await component(name);
    await storeUse({ agentId: agent, memberId: OWNER_ID, kind: "component", item: "Two" });
    const first = await list({ limit: 3 });
    const second = await list({ limit: 3, cursor: first.nextCursor });
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual([
      "Two",
      "Four",
      "Three",
      "One",
    ]);
    expect(second.nextCursor).toBeUndefined();
    await expect(list({ cursor: "nonsense" })).rejects.toMatchObject({ code: "invalid" });
  });

  test("finds words of titles and descriptions, within a kind", async () => {
    await component("Tally");
    await component("Board");
    await createBoard(agent, { name: "Täglich", tiles: [] }, user);
    expect(await titles({ q: "ABOUT tal" })).toEqual(["Tally"]);
    expect(await titles({ q: "taglich" })).toEqual(["Täglich"]);
    expect(await titles({ q: "ta", kind: "component" })).toEqual(["Tally"]);
  });

  test("has the newest version of a surface, and the same code once", async () => {
    const conversation = await shows([
      { id: "one", title: "First", shown: { bundle: "b1" } },
      { id: "two", title: "Same", shown: { bundle: "b2" } },
    ]);
    await shows([{ id: "three", title: "Changed", shown: { bundle: "b3" }, changes: "m/one" }], {
      ...{ conversation, id: "n" },
    });
    await shows([{ id: "four", title: "Same again", shown: { bundle: "b2" } }]);
    const { items } = await list();
    expect(items.map(({ id, title }) => [title, id.split("/").slice(1).join("/")])).toEqual([
      ["Same again", "m/four"],
      ["Changed", "m/one"],
    ]);
  });

  test("leaves out library components, MCP apps, other branches, deleted conversations and kept surfaces", async () => {
    await shows([
      { id: "one", title: "Library", shown: { bundle: "b1", name: "Tally" } },
      { id: "two", title: "App", shown: { bundle: "b2", app: { server: "s", title: "t", waits: false } } },
    ]);
    await shows([{ id: "one", title: "Hidden", shown: { bundle: "b3" } }], { active: false });
    const gone = await shows([{ id: "one", title: "Gone", shown: { bundle: "b4" } }]);
    await sql()`update conversations set deleted_at = now() where id = ${gone}`;
    const kept = await shows([{ id: "one", title: "Kept", shown: { bundle: "b5" } }]);
    await component("Kept");
    await sql()`
      insert into sheets (conversation_id, message_id, tool_call_id, agent_id, entries)
      values (${kept}, 'm', 'one', ${agent}, ${asJson({ kept: { name: "Kept", version: "m/one" } })}::json)`;
    expect(await titles({ kind: "inline" })).toEqual([]);
    await removeComponent(agent, "Kept", user);
    expect(await titles({ kind: "inline" })).toEqual(["Kept"]);
  });
});

describe("exports", () => {
  const exported = (exportOf: ExportSource, conversationId?: string, of = agent) =>
    addExport(of, {
      ...{ hash: randomUUID(), size: 1_000, name: "Tally.html", mediaType: "text/html" },
      ...{ exportOf, conversationId },
    });
  const tally = (version: number, form: "html" | "element" = "html") =>
    exported({ kind: "component", form, name: "Tally", version });
  const contents = async () => (await list({ kind: "export" })).items.map(({ content }) => content);

  test("show the version that was exported, and whether there is a newer one", async () => {
    await component("Tally");
    await tally(1);
    await putComponent(agent, "Tally", 1, {
      ...{ content: { description: "", code: "newer", props_schema: null }, ...user, origins: [] },
    });
    const [content] = await contents();
    expect(content).toMatchObject({ kind: "export", size: 1_000, source: { title: "Tally", version: 2 } });
    const [drawn, newest] = content?.kind === "export" ? [content.drawn?.bundle, content.newest?.bundle] : [];
    expect([drawn, newest]).toEqual(
      ['export default () => "Tally"', "newer"].map((code) =>
        createHash("sha256").update(code).digest("hex"),
      ),
    );
    await removeComponent(agent, "Tally", user);
    expect(await contents()).toMatchObject([{ source: null }]);
  });

  test("replace one of the same version in the same form, and the oldest beyond the maximum", async () => {
    const first = await tally(1);
    await tally(1, "element");
    await tally(2);
    await tally(1);
    expect(await contents()).toHaveLength(3);
    await expect(read(agent, first.id)).rejects.toMatchObject({ code: "not_found" });
    await restore(agent, first.id);
    expect(await contents()).toHaveLength(4);
    for (let version = 3; version <= MAX_EXPORTS + 1; version++) await tally(version);
    expect((await list({ kind: "export", limit: MAX_EXPORTS + 1 })).items).toHaveLength(MAX_EXPORTS);
    expect((await listFiles(agent)).files).toEqual([]);
  });

  test("of a conversation are only for its readers, also after its end", async () => {
    const conversation = await shows([]);
    const source = { kind: "conversation", form: "html", conversation, messages: 1 } as const;
    const { id } = await exported(source, conversation);
    await tally(1);
    const [row] = await db().insert(members).values({ name: "Ada", role: "member" }).returning();
    const ada = row?.id ?? "";
    await changeAgentSharing(agent, { everyone: null, members: [{ memberId: ada, right: "edit" }] });
    const seen = async (memberId: string) =>
      actingAs(await actorOf(memberId), async () => [
        (await list({ memberId, kind: "export" })).items.map(({ id }) => id).includes(id),
        await read(agent, id).then(
          () => true,
          () => false,
        ),
      ]);
    expect(await seen(OWNER_ID)).toEqual([true, true]);
    expect(await seen(ada)).toEqual([false, false]);
    await sql()`delete from conversations where id = ${conversation}`;
    expect(await seen(ada)).toEqual([false, false]);
  });
});

describe("members", () => {
  async function guestOf(right: "use" | "edit"): Promise<Member> {
    const [row] = await db().insert(members).values({ name: "Ada", role: "member" }).returning();
    await changeAgentSharing(agent, { everyone: null, members: [{ memberId: row?.id ?? "", right }] });
    const member = await readMember(row?.id ?? "");
    if (!member) throw new Error("The member was not stored");
    return member;
  }
  const as = async <T>(member: Member, work: () => Promise<T>) => actingAs(await actorOf(member.id), work);

  test("see only agents and conversations that are theirs or shared with them", async () => {
    await component("Shared");
    await component("Secret", { of: other });
    const ada = await guestOf("use");
    await shows([{ id: "one", title: "Private", shown: { bundle: "b1" } }]);
    await shows([{ id: "one", title: "Own", shown: { bundle: "b2" } }], { memberId: ada.id });
    expect(await as(ada, () => titles({ memberId: ada.id }))).toEqual(["Own", "Shared"]);
    expect(await as(owner, () => titles())).toEqual(["Private", "Secret", "Shared"]);
  });

  test("see a board that is shared with them without its agent, and cannot copy it", async () => {
    await guestOf("use");
    const [row] = await db().insert(members).values({ name: "Bob", role: "member" }).returning();
    publishMembers();
    const bob = await readMember(row?.id ?? "");
    if (!bob) throw new Error("The member was not stored");
    const { id } = await createBoard(agent, { name: "Kitchen", tiles: [] }, user);
    await createBoard(agent, { name: "Other", tiles: [] }, user);
    // A board that is shared twice is listed once.
    await changeBoardSharing({ agentId: agent, id }, OWNER_ID, {
      ...{ everyone: "read", members: [{ memberId: bob.id, right: "read" }] },
    });
    const { items } = await as(bob, () => list({ memberId: bob.id }));
    expect(items).toMatchObject([{ title: "Kitchen", content: { kind: "board", isShared: true } }]);
    const copied = as(bob, () => remix({ member: bob, to: other, kind: "board", agent, id }));
    await expect(copied).rejects.toMatchObject({ code: "not_found" });
    await changeBoardSharing({ agentId: agent, id }, OWNER_ID, { everyone: "edit", members: [] });
    expect(await as(bob, () => titles({ memberId: bob.id }))).toEqual(["Kitchen"]);
    await sql()`update members set role = 'guest' where id = ${bob.id}`;
    publishMembers();
    expect(await as(bob, () => titles({ memberId: bob.id }))).toEqual([]);
  });

  test("see open apps without the link and the visitors of their owner", async () => {
    const open = await app("Open");
    await app("Linked", { audience: "link" });
    const ada = await guestOf("edit");
    const { items } = await as(ada, () => list({ memberId: ada.id }));
    expect(items.map(({ title, content }) => [title, "owned" in content && content.owned])).toEqual([
      ["Open", null],
    ]);
    await setVersion(open, null);
    expect(await as(ada, () => titles({ memberId: ada.id }))).toEqual([]);
    expect(await as(owner, () => titles())).toEqual(["Linked", "Open"]);
  });

  test("cannot copy what they do not see", async () => {
    await component("Secret", { of: other });
    const linked = await app("Linked", { audience: "link" });
    const conversation = await shows([{ id: "one", title: "Private", code: "x", shown: { bundle: "b1" } }]);
    const ada = await guestOf("edit");
    const copy = (kind: RemixRequest["kind"], from: string, id: string) =>
      as(ada, () => remix({ member: ada, to: agent, kind, agent: from, id }));
    for (const [kind, from, id] of [
      ["component", other, "Secret"],
      ["inline", agent, `${conversation}/m/one`],
      ["app", agent, linked.id],
      ["board", other, randomUUID()],
    ] as const)
      await expect(copy(kind, from, id)).rejects.toMatchObject({ code: "not_found" });
    expect(await as(owner, () => titles({ kind: "component" }))).toEqual(["Secret"]);
  });
});

describe("a remix", () => {
  const copy = (kind: RemixRequest["kind"], id: string, to = agent) =>
    remix({ member: owner, to, kind, agent, id });

  test("copies a component with its origins, under a name that had no permissions", async () => {
    await component("Tally", { origins: [WEB] });
    await sql()`
      insert into component_grants (agent_id, subject, bundle, wants, granted, refused)
      values (${agent}, 'component:Tally 2', 'b', '{}', '{"query":0}', '{}')`;
    expect(await copy("component", "Tally")).toEqual({ kind: "component", name: "Tally 3" });
    expect(await readComponent(agent, "Tally 3")).toMatchObject({
      ...{ description: "About Tally", code: `export default () => "Tally"`, version: 1 },
    });
    expect(await originsOfVersion(agent, "component", "Tally 3", 1)).toEqual([WEB]);
    const { revisions } = await listRevisions(agent, { name: "Tally 3" });
    expect(revisions.map(({ cause }) => cause)).toEqual([{ copied: { kind: "component", title: "Tally" } }]);
  });

  test("copies a component to another agent", async () => {
    await component("Tally");
    expect(await copy("component", "Tally", other)).toEqual({ kind: "component", name: "Tally" });
    expect(await readComponent(other, "Tally")).not.toBeNull();
  });

  test("stores an inline component with its props as defaults, in the version that the user sees", async () => {
    const conversation = await shows([
      { id: "one", title: "Week: plan", code: "first", props: { days: 5 }, shown: { bundle: "b1" } },
    ]);
    const edit = {
      over: "m/one",
      versions: [{ at: "2026-01-01", input: { title: "Week: plan", code: "edited", props: { days: 7 } } }],
    };
    await sql()`
      insert into sheets (conversation_id, message_id, tool_call_id, agent_id, entries)
      values (${conversation}, 'm', 'one', ${agent}, ${asJson({ edited: edit })}::json)`;
    expect(await copy("inline", `${conversation}/m/one`)).toEqual({ kind: "component", name: "Week plan" });
    expect(await readComponent(agent, "Week plan")).toMatchObject({
      ...{ code: "edited", props_schema: { type: "object", properties: { days: { default: 7 } } } },
    });
  });

  test("copies the published code of an app with its origins", async () => {
    await component("Shop");
    const { id } = await app("Shop");
    expect(await copy("app", id)).toEqual({ kind: "component", name: "Shop 2" });
    expect((await readComponent(agent, "Shop 2"))?.code).toBe(`export default () => "published Shop"`);
    expect(await originsOfVersion(agent, "component", "Shop 2", 1)).toEqual([WEB]);
  });

  describe("of a board", () => {
    const at = (y: number) => ({ x: 0, y, w: 4, h: 4 });
    const make = (sources: Tile["source"][]) =>
      createBoard(
        agent,
        { name: "Kitchen", tiles: sources.map((source, nth) => ({ id: `t${nth}`, ...at(nth * 4), source })) },
        user,
      );

    test("copies its tiles under new ids", async () => {
      const { id } = await make([{ component: "Tally", props: { n: 1 } }]);
      const made = await copy("board", id);
      if (made.kind !== "board") throw new Error("No board was made");
      const { name, tiles } = await readBoard(agent, made.id);
      expect([name, made.left, tiles.map(({ source }) => source)]).toEqual([
        ...["Kitchen 2", 0, [{ component: "Tally", props: { n: 1 } }]],
      ]);
      expect(tiles[0]?.id).not.toBe("t0");
    });

    test("copies its components to another agent and leaves out what that agent cannot show", async () => {
      await component("Tally");
      const conversation = await shows([
        { id: "one", title: "Sketch", code: "sketch", props: { n: 3 }, shown: { bundle: "b1" } },
      ]);
      const { id } = await make([
        { component: "Tally", props: { n: 1 } },
        { component: "Tally", props: { n: 2 } },
        { conversation, sheet: "m/one" },
        { component: "Gone", props: {} },
      ]);
      const made = await copy("board", id, other);
      if (made.kind !== "board") throw new Error("No board was made");
      expect(made.left).toBe(1);
      expect((await readBoard(other, made.id)).tiles.map(({ source }) => source)).toEqual([
        { component: "Tally", props: { n: 1 } },
        { component: "Tally", props: { n: 2 } },
        { component: "Sketch", props: { n: 3 } },
      ]);
    });
  });
});
