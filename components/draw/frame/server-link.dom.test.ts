import { expect, test, vi } from "vitest";
import { ApiError } from "@/components/client/request";
import type { Access, CallOutcome, Use } from "@/lib/shared/components/access";
import type { ComponentCall } from "@/lib/shared/components/call";
import { LIMITS } from "@/lib/shared/frame/limits";
import type { ToFrame, ToServer } from "@/lib/shared/frame/protocol";
import { ServerLink } from "./server-link";

vi.mock("@/components/client/events", async (original) => ({
  ...(await original<typeof import("@/components/client/events")>()),
  listen: () => () => {},
}));

const TABLE: Use = { kind: "table", name: "packing" };
const source = { table: "packing", key: ["id"], columns: ["id", "done"] };
const rows = (done: number): CallOutcome => ({
  rows: {
    ...{ columns: ["id", "done"], rows: [[1, done]], keys: [[1]], row_count: 1 },
    ...{ truncated: false, reads: ["packing"], source },
  },
});

function stage(answer: (call: ComponentCall) => CallOutcome | Promise<CallOutcome>) {
  const sent: ToFrame[] = [];
  const calls: ComponentCall[] = [];
  const access: Access = {
    uses: [
      { use: { kind: "query" }, state: "granted", label: "read the database" },
      { use: TABLE, state: "asks", label: "change the table packing" },
      { use: { kind: "tool", name: "weigh" }, state: "asks", label: "use the tool weigh" },
    ],
    ...{ open: [], isWider: false, readWeb: [] },
  };
  const change = vi.fn(async () => access);
  const server = {
    ...{ access: async () => access, change },
    ...{
      look: async () => ({ writes: "allow", says: "allow", answers: "allow" }) as const,
      allow: async () => {},
      hear: () => () => {},
    },
    call: async (call: ComponentCall) => {
      calls.push(call);
      return answer(call);
    },
  };
  const onBreach = vi.fn();
  const link = new ServerLink(server, { send: (message) => void sent.push(message), onBreach });
  link.setSeen(true);
  const done = (id: number) =>
    vi.waitFor(() => {
      const found = sent.find((message) => message.type === "done" && message.id === id);
      if (!found) throw new Error("not done");
      return found;
    });
  const shown = (text: unknown) =>
    vi.waitFor(() =>
      expect(sent.findLast(({ type }) => type === "rows")).toMatchObject({ id: 1, rows: text }),
    );
  return { link, sent, calls, change, onBreach, done, shown };
}

const follow: ToServer = { type: "follow", id: 1, sql: 'SELECT * FROM "packing"', params: [] };
const set = (id: number): ToServer => ({
  type: "edit",
  id,
  query: 1,
  change: { kind: "set", key: [1], set: { done: 1 }, was: { done: 0 } },
});

test("rows have keys, all permissions are asked for once, a change shows at once and can be undone", async () => {
  let isGranted = false;
  let done = 0;
  const {
    link,
    change,
    calls,
    sent,
    shown,
    done: over,
  } = stage((call) => {
    if (call.type === "query") return rows(done);
    if (!isGranted) return { asks: TABLE };
    if (call.type === "change") done = Number(call.set.done);
    return { changed: { row: { id: 1, done }, key: { id: 1 } } };
  });
  link.receive(follow);
  await shown([[1, 0]]);
  expect(sent.at(-1)).toMatchObject({ keys: [[1]], key: ["id"], isLoading: false, canUndo: false });
  link.receive(set(7));
  await vi.waitFor(() =>
    expect(link.permissions.state().asked).toEqual([TABLE, { kind: "tool", name: "weigh" }]),
  );
  await shown([[1, 1]]);
  isGranted = true;
  await link.permissions.allow();
  expect(change).toHaveBeenCalledWith({ grant: [TABLE, { kind: "tool", name: "weigh" }] });
  expect(await over(7)).not.toHaveProperty("problem");
  expect(calls.filter(({ type }) => type === "change")).toHaveLength(2);
  await vi.waitFor(() =>
    expect(sent.findLast(({ type }) => type === "rows")).toMatchObject({ canUndo: true }),
  );
  link.receive({ type: "edit", id: 8, query: 1, change: { kind: "undo" } });
  expect(await over(8)).not.toHaveProperty("problem");
  expect(calls.findLast(({ type }) => type === "change")).toMatchObject({
    set: { done: 0 },
    was: { done: 1 },
  });
  link.close();
});

test("a refused change is rejected and reverted, and the user is asked again only on request", async () => {
  const { link, calls, done, shown } = stage((call) => (call.type === "query" ? rows(0) : { asks: TABLE }));
  link.receive(follow);
  await shown([[1, 0]]);
  link.receive(set(7));
  await vi.waitFor(() => expect(link.permissions.state().asked).not.toEqual([]));
  link.permissions.refuse();
  expect(await done(7)).toMatchObject({ problem: "The user did not allow it." });
  await shown([[1, 0]]);
  link.receive(set(8));
  expect(await done(8)).toMatchObject({ problem: "The user did not allow it." });
  expect(link.permissions.state()).toMatchObject({ asked: [], isRefused: true });
  link.permissions.askAgain();
  link.receive(set(9));
  await vi.waitFor(() => expect(link.permissions.state().asked).not.toEqual([]));
  expect(calls.filter(({ type }) => type === "change")).toHaveLength(3);
  link.close();
});

test("a server link reports a concurrent change with what to do", async () => {
  const { link, done, shown } = stage((call) => {
    if (call.type === "query") return rows(0);
    throw new ApiError(409, "Somebody else", { row: { id: 1, done: 5 } });
  });
  link.receive(follow);
  await shown([[1, 0]]);
  link.receive(set(7));
  expect(await done(7)).toMatchObject({
    problem: expect.stringContaining('"done" was changed elsewhere'),
  });
  link.receive({ type: "edit", id: 8, query: 1, change: { kind: "undo" } });
  expect(await done(8)).toMatchObject({ problem: "There is nothing to undo." });
  link.receive({ type: "edit", id: 9, query: 5, change: { kind: "undo" } });
  expect(await done(9)).toMatchObject({ problem: expect.stringContaining("cannot be changed") });
  // A key without values identifies no row.
  link.receive({ type: "edit", id: 10, query: 1, change: { kind: "delete", keys: [[]] } });
  expect(await done(10)).toMatchObject({ problem: expect.stringContaining("cannot be changed") });
  link.close();
});

test("a tool call is sent again with the permission; a lost connection leaves its outcome unknown", async () => {
  const question = { tool: "weigh", title: "Weigh", input: { thing: "tent" }, token: "t" };
  const { link, calls, done } = stage((call) => {
    if (call.type !== "tool") throw new Error("not asked");
    if (call.name === "lost") throw new TypeError("Failed to fetch");
    return call.allowed === "t" ? { value: 400 } : { question };
  });
  link.receive({ type: "tool", id: 1, name: "weigh", args: { thing: "tent" } });
  await vi.waitFor(() => expect(link.permissions.state().question).toMatchObject(question));
  link.permissions.answer("always");
  expect(await done(1)).toMatchObject({ value: 400 });
  expect(calls.at(-1)).toMatchObject({ allowed: "t", remember: "always" });
  link.receive({ type: "tool", id: 2, name: "weigh", args: {} });
  await vi.waitFor(() => expect(link.permissions.state().question).toBeDefined());
  link.permissions.answer("no");
  expect(await done(2)).toMatchObject({ problem: "The user did not allow it." });
  link.receive({ type: "tool", id: 3, name: "lost", args: {} });
  expect(await done(3)).toMatchObject({ problem: expect.stringContaining("may have taken effect") });
  link.close();
});

test("a server link rejects too many pending calls, and stops a component with too many queries", async () => {
  const { link, sent, onBreach } = stage(() => new Promise<CallOutcome>(() => {}));
  for (let id = 1; id <= LIMITS.waiting + 1; id++)
    link.receive({ type: "tool", id, name: "weigh", args: {} });
  expect(sent).toEqual([
    { type: "done", id: LIMITS.waiting + 1, problem: "Too many requests of this component are waiting." },
  ]);
  for (let id = 1; id <= LIMITS.queries; id++) link.receive({ ...follow, id });
  expect(onBreach).not.toHaveBeenCalled();
  link.receive({ ...follow, id: 99 });
  expect(onBreach).toHaveBeenCalledOnce();
  link.close();
});
