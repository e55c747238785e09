import { createHash, randomUUID } from "node:crypto";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { readForVisitor } from "@/lib/data/tables/visitors/read";
import {
  addForVisitor,
  changeForVisitor,
  removeForVisitor,
  type Written,
} from "@/lib/data/tables/visitors/write";
import { singleton } from "@/lib/ground/base/process";
import type { TableRule } from "@/lib/shared/apps/contract";
import type { VisitorCall, VisitorRequest, VisitorWrite } from "@/lib/shared/apps/visit";
import type { CallOutcome } from "@/lib/shared/components/access";
import type { Cell } from "@/lib/shared/data/cell";
import { AppError, isAppError } from "@/lib/shared/errors";
import { visitorOrigin } from "@/lib/shared/origins";
import { beginWrite, cancelWrite, endWrite, type Intent } from "@/lib/store/apps/writes";
import { askForVisitor } from "./ask-model";
import { inTurn } from "./turns";
import { assertColumns, permitFor, ruleFor, viewsFor } from "./views";
import type { Visit } from "./visit";

/** Calls of a visitor a minute. */
const CALLS = 1_200;
const MAX_ROWS = 1_000;
const MAX_CHARS = 1_000_000;
const TIMEOUT_MS = 20_000;

type Cells = Record<string, Cell>;

/** Answers a call of a visitor, within the rules of the version. Throws an AppError. */
export async function callOfVisitor(
  visit: Visit,
  { version, call, key }: VisitorRequest,
  signal: AbortSignal,
): Promise<CallOutcome> {
  if (version !== visit.version.number)
    throw new AppError("conflict", "This app has another version now. Reload the page.", {
      details: { row: null },
    });
  await countCall(visit.visitor.id);
  if (call.type === "model") return { value: await askForVisitor(visit, call, signal) };
  const id = idOf(visit, call, key);
  return inTurn(visit.app.agentId, () => answerCall(visit, call, id));
}

/** Returns the id of a write. It is the same for the same call with the same key, which is then one write. */
function idOf({ visitor }: Visit, call: VisitorCall, key: string | undefined): string {
  if (key === undefined) return randomUUID();
  const hash = createHash("sha256")
    .update(JSON.stringify([visitor.id, key, call]))
    .digest("hex");
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

type DataCall = Exclude<VisitorCall, { type: "model" }>;

async function answerCall(visit: Visit, call: DataCall, id: string): Promise<CallOutcome> {
  if (call.type === "query") return { rows: await read(visit, call) };
  if (call.type !== "form") return write(visit, call, id);
  const { form } = visit.version.rules;
  if (form === null) throw new AppError("forbidden", "This app accepts no answers.");
  const { insertable } = ruleFor(visit.version.rules, form);
  const row = Object.fromEntries(Object.entries(call.values).filter(([name]) => insertable.includes(name)));
  await write(visit, { type: "insert", table: form, rows: [row] }, id);
  return { value: null };
}

async function countCall(visitorId: string): Promise<void> {
  const limiter = singleton("app calls", () => new RateLimiterMemory({ points: CALLS, duration: 60 }));
  try {
    await limiter.consume(visitorId);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    throw new AppError("too_many_requests", `Too many requests. Try again in ${retryAfter} s.`, {
      details: { retryAfter },
    });
  }
}

async function read(
  { app, version, visitor }: Visit,
  { query, params }: Extract<VisitorCall, { type: "query" }>,
) {
  const sql = version.queries[query];
  if (sql === undefined) throw new AppError("forbidden", "This query was not published.");
  const views = await viewsFor(app.agentId, version.rules, visitor.id);
  const asked = { sql, params, maxRows: MAX_ROWS, maxChars: MAX_CHARS };
  return readForVisitor(app.agentId, asked, views, AbortSignal.timeout(TIMEOUT_MS));
}

async function write(visit: Visit, call: VisitorWrite, id: string): Promise<CallOutcome> {
  const { app, version, visitor } = visit;
  const rule = ruleFor(version.rules, call.table);
  const scope = allow(rule, call);
  const permit = await permitFor(app.agentId, rule, scope, visitor.id);
  const by = {
    author: "visitor" as const,
    cause: {
      app: {
        ...{ title: app.title, visitor: visitor.name || String(visitor.number) },
        ids: { app: app.id, visitor: visitor.id },
      },
    },
    origins: [visitorOrigin(app.slug)],
    receipt: id,
  };
  if (call.type === "change" && !permit.isSeen && Object.keys(call.was).length > 0)
    throw new AppError("forbidden", "Visitors cannot see this row.");
  const rows = call.type === "insert" ? call.rows.length : call.type === "remove" ? call.keys.length : 1;
  const intent = {
    id,
    version: version.number,
    table: rule.table,
    kind: call.type,
    rows,
    bytes: sizeOf(call),
  };
  return recorded(visit, intent, async () => {
    const { agentId } = app;
    if (call.type === "insert") {
      const { answer, written } = await addForVisitor(agentId, permit, call.rows, by);
      return { outcome: { added: answer }, written };
    }
    if (call.type === "change") {
      const { answer, written } = await changeForVisitor(agentId, permit, call, by);
      return { outcome: { changed: answer }, written };
    }
    const { answer, written } = await removeForVisitor(agentId, permit, call.keys, by);
    return { outcome: { removed: answer }, written };
  });
}

const sizeOf = (call: VisitorWrite): number => Buffer.byteLength(JSON.stringify(call));

/** Codes of errors after which the database may have been changed. `settleWrites` finds out. */
const UNCERTAIN: ReadonlySet<string> = new Set(["unavailable", "internal"]);

/** Stores the intent of a write first, so that no write is without its visitor, whatever happens in between. */
async function recorded(
  { app, visitor }: Visit,
  intent: Intent,
  work: () => Promise<{ outcome: CallOutcome; written: Written[] }>,
): Promise<CallOutcome> {
  const write = await beginWrite(app, visitor, intent);
  try {
    const { outcome, written } = await work();
    await endWrite(write, written);
    return outcome;
  } catch (error) {
    if (isAppError(error) && !UNCERTAIN.has(error.code)) await cancelWrite(write.id);
    throw error;
  }
}

/** Throws `forbidden` unless the rule allows the call. Returns whose rows it may touch. */
function allow(rule: TableRule, call: VisitorWrite): "own" | "all" {
  if (call.type === "insert") {
    if (!rule.insert) throw refused("add rows to");
    for (const row of call.rows) assertColumns(Object.keys(row), rule.insertable);
    return "own";
  }
  const scope = call.type === "change" ? rule.change : rule.remove;
  if (scope === "none") throw refused(call.type === "change" ? "change rows of" : "remove rows of");
  if (call.type === "change") {
    if (Object.keys(call.set).length === 0) throw new AppError("invalid", "Name a column to change.");
    assertColumns(Object.keys(call.set), rule.changeable);
    assertColumns(Object.keys(call.was satisfies Cells), rule.readable);
  }
  return scope;
}

const refused = (what: string) => new AppError("forbidden", `Visitors cannot ${what} this table.`);
