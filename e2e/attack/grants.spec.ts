import { Talk } from "../api.ts";
import { call } from "../call.ts";
import { expect, test } from "./stage.ts";

/* Tries to reuse a permission of the user for another call, surface, version, component or agent. */

const LEDGER = `export default function Ledger() {
  const { add } = useTable("ledger");
  return <Button onClick={() => { add({ what: "rye" }); callAgentTool("spend", { sum: 1 }); }}>Go</Button>;
}`;
const WIDER = LEDGER.replace("<Button", '<Button title={useTable("vault").rows.length}');
const TOOL = {
  name: "spend",
  description: "Spends a sum",
  parameter_schema: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
  code: "return { spent: args.sum };",
};
const TABLE = { kind: "table", name: "ledger" };
const SPEND = { kind: "tool", name: "spend" };
const spend = (sum: unknown, allowed?: string) => ({ type: "tool", name: "spend", args: { sum }, allowed });
const insert = { type: "insert", table: "ledger", rows: [{ what: "rye" }] };

async function onSurface(url: string, input: object) {
  const talk = new Talk(url);
  await talk.say("Show it", { tool: "render_and_wait", input });
  const { asks } = await talk.until("waiting");
  const { messageId = "", toolCallId = "" } = asks[0] ?? {};
  const query = new URLSearchParams({ messageId, toolCallId });
  const path = `/api/sheets/${talk.id}`;
  return {
    ask: (body: object, more = "") => call(url, "POST", `${path}/calls?${query}${more}`, body),
    grant: (grant: object[], more = "") =>
      call(url, "POST", `${path}/access${more}`, { messageId, toolCallId, grant }),
  };
}

test("a permission applies only to its call, surface, version, component and agent", async ({
  sites: { with: url },
}) => {
  const sql = (text: string) => call(url, "POST", "/api/database/sql", { sql: text });
  await sql("create table ledger (id integer primary key, what text)");
  await call(url, "POST", "/api/agent-tools", TOOL);
  await call(url, "POST", "/api/components", { name: "ledger", description: "A ledger", code: LEDGER });
  // A proof would hold the rewritten tool back.
  await call(url, "PUT", "/api/settings", { proofs: "off" });
  const other = (await call(url, "POST", "/api/agents", { name: "Stranger" })).body.id;
  const surface = await onSurface(url, { component: "ledger" });
  await surface.grant([TABLE, SPEND]);
  await call(url, "PATCH", "/api/tools/spend", { policy: "ask" });
  const token = (await surface.ask(spend(1))).body.question.token;
  const twin = await onSurface(url, { component: "ledger" });
  const written = await onSurface(url, { code: LEDGER });
  expect((await surface.ask(spend(1, token))).body).toEqual({ value: { spent: 1 } });

  const tried = [
    await surface.ask(spend(1_000_000, token)),
    await surface.ask(spend(1, `${token}_`)),
    await surface.ask({ ...spend(1, token), name: "db_sql", args: { sql: "drop table ledger" } }),
    await twin.ask(spend(1, token)),
    await written.ask(spend(1, token)),
    await surface.ask(spend(1, token), `&agent=${other}`),
    await written.ask(insert),
    await surface.ask(insert, `&agent=${other}`),
    await surface.grant([{ kind: "table", name: "vault" }], `?agent=${other}`),
  ];
  const rewritten = { name: "spend", code: "return { spent: args.sum * 1000 };" };
  const talk = new Talk(url);
  await talk.say("Change it", { tool: "update_tool", input: rewritten }, { text: "Done." });
  await talk.until("completed");
  tried.push(await surface.ask(spend(1, token)));
  await call(url, "PATCH", "/api/tools/spend", { policy: "allow" });
  tried.push(await surface.ask(spend(1)));
  const { body } = await call(url, "GET", "/api/components/ledger");
  await call(url, "PATCH", "/api/components/ledger", { version: body.version, code: WIDER });
  const wider = await onSurface(url, { component: "ledger" });
  tried.push(await wider.ask(insert), await wider.ask(spend(1, token)));

  const got = tried.map(({ status, body }) => (status === 200 ? Object.keys(body) : status));
  expect(got).toEqual([
    ...[["question"], ["question"], ["asks"], ["question"], ["asks"], 404],
    ...[["asks"], 404, 404],
    ...[["asks"], ["asks"], ["asks"], ["asks"]],
  ]);
  expect((await sql("select count(*) from ledger")).body.rows).toEqual([[0]]);
});
