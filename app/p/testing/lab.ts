import { PATCH } from "@/app/api/apps/[id]/route";
import { POST as UNDO } from "@/app/api/apps/[id]/undo/route";
import { GET as VISITORS } from "@/app/api/apps/[id]/visitors/route";
import { GET as LIST, POST as PUBLISH } from "@/app/api/apps/route";
import { POST as CALL } from "@/app/p/[slug]/calls/route";
import { PATCH as CHANGE_COMMENT, POST as COMMENT, GET as COMMENTS } from "@/app/p/[slug]/comments/route";
import { POST as ROOM } from "@/app/p/[slug]/room/route";
import { GET as OPEN } from "@/app/p/[slug]/route";
import { bundleOf } from "@/lib/code/components/bundles";
import { execute } from "@/lib/data/sqlite/index";
import { QUOTAS } from "@/lib/shared/apps/contract";
import { sql } from "@/lib/store/db";

export const CODE = `import { useQuery, useTable } from "easel";
export default function Guests() {
  const guests = useTable("guests", { orderBy: "id" });
  const { rows } = useQuery("select count(*) as all_guests from guests where name = ?", ["Ann"]);
  return <ul>{guests.rows.map((row) => <li key={row.id}>{row.name} {rows.length}</li>)}</ul>;
}`;
export const QUERIES = [
  'SELECT * FROM "guests" ORDER BY id',
  "select count(*) as all_guests from guests where name = ?",
];

export const GUESTS = {
  ...{ table: "guests", read: "all", readable: ["id", "name", "dish"] },
  ...{ insert: true, insertable: ["name", "dish"], change: "own", changeable: ["dish"] },
  ...{ remove: "own", owner: "visitor" },
};

const HOST = "localhost:3000";

/** Calls the routes of apps as the owner, and as visitors, each with its own cookie. */
export class AppLab {
  readonly agentId: string;
  readonly owner: string;

  constructor(agentId: string, owner: string) {
    this.agentId = agentId;
    this.owner = owner;
  }

  async reset(): Promise<void> {
    await sql()`delete from apps`;
    await bundleOf(CODE);
    await sql()`delete from components`;
    await sql()`
      insert into components (agent_id, name, description, code, version)
      values (${this.agentId}, 'Guests', '', ${CODE}, 1)`;
    for (const text of [
      "drop table if exists guests",
      "drop table if exists secrets",
      "create table guests (id integer primary key, name text not null, dish text, phone text, visitor text)",
      "create table secrets (word text)",
      "insert into secrets values ('zeppelin')",
      "insert into guests (name, dish, phone) values ('Host', 'Bread', 'zeppelin')",
    ])
      await execute({ agentId: this.agentId, sql: text });
  }

  rows = async (text: string): Promise<unknown[][]> => {
    const result = await execute({ agentId: this.agentId, sql: text, mode: "read" });
    return result.kind === "read" ? result.rows : [];
  };

  #send = async (
    handler: (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>,
    path: string,
    init: RequestInit & { params?: Record<string, string>; cookie?: string } = {},
  ): Promise<Response> => {
    const { params = {}, cookie = "", ...rest } = init;
    const headers = {
      host: HOST,
      ...(cookie && { cookie }),
      ...(rest.body ? { "content-type": "application/json" } : {}),
    };
    return handler(
      new Request(`http://${HOST}${path}`, { ...rest, headers: { ...headers, ...rest.headers } }),
      {
        params: Promise.resolve(params),
      },
    );
  };

  async publish(more: Record<string, unknown> = {}) {
    const body = {
      ...{ slug: "guests", title: "Party", source: { kind: "component", name: "Guests" }, audience: "link" },
      ...{ rules: { tables: [GUESTS], form: null }, queries: QUERIES, quotas: QUOTAS },
      ...more,
    };
    const path = `/api/apps?agent=${this.agentId}`;
    const response = await this.#send(PUBLISH, path, {
      method: "POST",
      body: JSON.stringify(body),
      cookie: this.owner,
    });
    return { status: response.status, body: await response.json() };
  }

  async list() {
    const response = await this.#send(LIST, `/api/apps?agent=${this.agentId}`, { cookie: this.owner });
    return (await response.json()).apps;
  }

  async change(id: string, body: Record<string, unknown>) {
    const path = `/api/apps/${id}?agent=${this.agentId}`;
    const init = { method: "PATCH", body: JSON.stringify(body), cookie: this.owner, params: { id } };
    return (await this.#send(PATCH, path, init)).json();
  }

  async undo(id: string, visitor: string) {
    const path = `/api/apps/${id}/undo?agent=${this.agentId}`;
    const init = { method: "POST", body: JSON.stringify({ visitor }), cookie: this.owner, params: { id } };
    return (await this.#send(UNDO, path, init)).json();
  }

  async visitors(id: string) {
    const response = await this.#send(VISITORS, `/api/apps/${id}/visitors?agent=${this.agentId}`, {
      cookie: this.owner,
      params: { id },
    });
    return (await response.json()).visitors;
  }

  /** Opens the page and returns the visitor's cookie. */
  async open(url: string, cookie = "") {
    const { pathname, search } = new URL(url);
    const response = await this.#send(OPEN, pathname + search, {
      params: { slug: pathname.slice(3) },
      cookie,
    });
    const text = await response.text();
    const [own = cookie] = response.headers.getSetCookie().map((one) => one.split(";")[0] ?? "");
    return { status: response.status, text, cookie: own, headers: response.headers };
  }

  /** Sends a body as it is. */
  async callRaw(cookie: string, body: string, slug = "guests") {
    const init = { method: "POST", body, params: { slug }, cookie };
    const response = await this.#send(CALL, `/p/${slug}/calls`, init);
    return { status: response.status, body: await response.json(), headers: response.headers };
  }

  /** Sends a comment or its change; without a body, reads the comments. */
  async comments(cookie: string, body?: Record<string, unknown>, slug = "guests") {
    const method = body === undefined ? "GET" : "id" in body ? "PATCH" : "POST";
    const init = { method, params: { slug }, cookie, ...(body && { body: JSON.stringify(body) }) };
    const handler = { GET: COMMENTS, POST: COMMENT, PATCH: CHANGE_COMMENT }[method];
    const response = await this.#send(handler, `/p/${slug}/comments`, init);
    return { status: response.status, body: await response.json().catch(() => undefined) };
  }

  async room(cookie: string, update: Record<string, unknown>, { slug = "guests", version = 1 } = {}) {
    const init = { method: "POST", body: JSON.stringify(update), params: { slug }, cookie };
    const response = await this.#send(ROOM, `/p/${slug}/room?version=${version}`, init);
    return { status: response.status, body: await response.json() };
  }

  async call(
    cookie: string,
    call: unknown,
    { slug = "guests", version = 1, key }: { slug?: string; version?: unknown; key?: string } = {},
  ) {
    const init = { method: "POST", body: JSON.stringify({ version, call, key }), params: { slug }, cookie };
    const response = await this.#send(CALL, `/p/${slug}/calls`, init);
    return { status: response.status, body: await response.json(), headers: response.headers };
  }
}
