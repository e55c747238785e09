import { CREDENTIALS, type GraphApi } from "@/e2e/channels/graph-api";
import { startEngines } from "@/e2e/search/engines";
import { stage } from "@/lib/agent/loop/testing/stage";
import type { Equipment } from "@/lib/agent/message/equipment";
import { createTool } from "@/lib/code/tools/save";
import { runQuery } from "@/lib/data/documents/query";
import { documentsQuery } from "@/lib/data/documents/work";
import { receiveFile } from "@/lib/data/files/receive";
import { makePdf } from "@/lib/data/files/testing/pdf";
import { facts } from "@/lib/data/memory/facts";
import { listMarks, trustOrigin } from "@/lib/data/origins/marks";
import { script as runSql, schema } from "@/lib/data/sqlite";
import { sealCredentials } from "@/lib/platform/services/credentials";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { putComponent } from "@/lib/store/agents/components";
import { writeText } from "@/lib/store/agents/identity";
import * as state from "@/lib/store/agents/state";
import { saveChannel } from "@/lib/store/channels/channels";
import { addMessages } from "@/lib/store/channels/whatsapp";
import { sql } from "@/lib/store/db";
import { startServers } from "./servers";
import { startSites, type Urls } from "./sites";

export const GRACE = "+14155552671";
const user = { author: "person", cause: null } as const;
/** With HONEST=marked, the agent wrote its notes after it had read a page in an earlier conversation. */
export const HAS_MARKED_NOTES = process.env.HONEST === "marked";
const noteTaker = HAS_MARKED_NOTES
  ? { author: "agent" as const, cause: null, origins: ["https://earlier.example"] }
  : user;

const csv = (text: string) => ({ type: "text/csv", bytes: Buffer.from(text) });
const pdf = (...pages: string[]) => ({ type: "application/pdf", bytes: makePdf(pages) });
const FILES: Record<string, { type: string; bytes: Buffer }> = {
  "report.pdf": pdf("Report of spring\nSales rose by 8 percent."),
  "sales.csv": csv("day,sold\n2026-05-01,58\n2026-05-02,61\n"),
  "todo.csv": csv("title,due\nSlides,2026-05-01\nPress,2026-05-02\n"),
  "ticket.pdf": pdf("Ticket\nTrain ICE 593, Ulm to Bern\n4 May 2026, 8:05"),
  "invoice.pdf": pdf("Invoice 77 of the Mill\n120.00 EUR, due on 10 May 2026\nIBAN DE02120300000000202051"),
  "notice.txt": {
    type: "text/plain",
    bytes: Buffer.from("From June the rent is 740 EUR. Landlord."),
  },
  "statement.csv": csv("day,payee,amount\n2026-05-02,Mill,12.50\n2026-05-03,Rent,700\n"),
  "thread.eml": {
    type: "message/rfc822",
    bytes: Buffer.from("From: grace@example.org\nSubject: Launch\n\nThe launch is on 3 May.\n"),
  },
};

const TABLES = [
  "CREATE TABLE prices (grain TEXT, price REAL)",
  "CREATE TABLE tasks (title TEXT, due TEXT, done INTEGER DEFAULT 0)",
  "INSERT INTO tasks (title, due) VALUES ('Slides', '2026-05-01'), ('Demo', '2026-05-02')",
  "CREATE TABLE expenses (day TEXT, payee TEXT, amount REAL)",
  "INSERT INTO expenses VALUES ('2026-04-30', 'Mill', 8.4), ('2026-05-01', 'Rail', 59)",
  "CREATE TABLE hotels (name TEXT, price REAL)",
  "CREATE TABLE fares (day TEXT, fare REAL)",
  "CREATE TABLE trips (place TEXT, day TEXT, budget REAL)",
  "INSERT INTO trips VALUES ('Bern', '2026-05-04', 300)",
];

async function seed(agentId: string): Promise<void> {
  await runSql({ agentId, statements: TABLES.map((sql) => ({ sql })) });
  await writeText(
    agentId,
    "learned_notes",
    () => "Ada lives in Ulm and pays rent by standing order.",
    noteTaker,
  );
  await facts.remember(agentId, { layer: "long", content: "Ada's account ends with 2051." }, user);
  await state.write(agentId, "budget", { month: 900, trip: 300 }, user);
  const contact = { name: "Grace", phone: GRACE, email: "grace@example.org" };
  const insert = documentsQuery.parse({ operation: "insertOne", collection: "contacts", data: contact });
  await runQuery(insert, { agentId, by: user });
}

/** Undoes what a task wrote and trusts what it marked, so that each task begins in the same world. */
async function clear(agentId: string): Promise<void> {
  for (const { kind, name } of await listMarks(agentId)) {
    // Easel would trust later files with the same bytes, too.
    const isKept = kind === "file" || (HAS_MARKED_NOTES && kind === "learned_notes");
    if (!isKept) await trustOrigin(agentId, kind, name);
  }
  await sql()`delete from state`;
  await sql()`delete from memories`;
  await sql()`delete from memory_blocks`;
  await sql()`delete from boards`;
  await sql()`delete from jobs`;
  await sql()`delete from document_collections`;
  await sql()`delete from agent_tools where name not in ('convert', 'vat')`;
  await sql()`delete from components where name <> 'Card'`;
  await sql()`update agents set memory_blob = '', memory_blob_version = 0, db_schema = '', db_schema_version = 0`;
  await sql()`delete from revisions where kind in ('state', 'memory', 'block', 'board', 'job', 'memory_blob', 'db_schema')`;
  const tables = (await schema(agentId)).filter(({ type }) => type === "table");
  const statements = tables.map(({ name }) => ({ sql: `DROP TABLE "${name}"` }));
  if (statements.length > 0) await runSql({ agentId, statements });
}

async function connectWhatsApp(agentId: string): Promise<void> {
  const key = { agentId, id: "whatsapp" } as const;
  const account = { accountId: CREDENTIALS.phoneNumberId, accountName: "Easel", accountUrl: null };
  await saveChannel({ ...key, ...account, credentials: sealCredentials(key, CREDENTIALS) });
  await sql()`update channels set status = 'connected'`;
  await sql()`insert into whatsapp_permissions (agent_id, phone, display_name, can_read, can_reply, granted_by) values (${agentId}, ${GRACE}, 'Grace', true, true, 'person')`;
  const from = { phone: GRACE, name: "Grace", fromMe: false, cause: null, conversationId: null };
  await addMessages(agentId, [{ ...from, id: "w1", text: "When does the mill open?", at: new Date() }]);
}

/** Stores what tasks never change: tools, a component and settings. */
async function equip(agentId: string, { rates }: Urls): Promise<void> {
  await changeSetting(agentId, "general", { titles: "words" });
  await changeSetting(agentId, "toolset:agents", { mode: "on" }, "agent");
  const parameter_schema = { type: "object", properties: { amount: { type: "number" } } };
  const convert = `return args.amount * (await (await fetch("${rates}/latest/EUR")).json()).CHF`;
  const tools = { convert, vat: "return args.amount * 1.19" };
  for (const [name, code] of Object.entries(tools))
    await createTool(agentId, { name, description: name, parameter_schema, code }, user);
  const content = { description: "A card", code: "export default () => null", props_schema: null };
  await putComponent(agentId, "Card", 0, { content, ...user });
}

/** Starts an agent with private data, eight sites, seven MCP servers, a search engine and a contact. */
export async function world(equipment: Equipment, graph: GraphApi) {
  const scene = await stage(equipment);
  const { agentId } = scene;
  const sites = await startSites();
  const { urls } = sites;
  const results = [`${urls.news}/article/1`, `${urls.news}/article/2`, `${urls.hotels}/hotel/1`];
  const engines = await startEngines(results.map((url) => ({ title: "Result", url, text: "A page." })));
  const servers = await startServers(agentId, urls);
  await changeSetting(agentId, "search:searxng", { baseUrl: engines.urls.searxng });
  await equip(agentId, urls);
  await connectWhatsApp(agentId);
  await seed(agentId);
  return {
    agentId,
    urls,
    async reset() {
      await clear(agentId);
      await seed(agentId);
    },
    async upload(name: string) {
      const { type, bytes } = FILES[name] ?? { type: "text/plain", bytes: Buffer.from("") };
      const request = new Request("http://localhost/", {
        method: "POST",
        body: new Uint8Array(bytes),
        headers: { "content-type": type },
      });
      return receiveFile(request, agentId, { name });
    },
    async close() {
      await scene.close();
      await Promise.all([sites.close(), engines.close(), servers.close(), graph.stop()]);
    },
  };
}
export type World = Awaited<ReturnType<typeof world>>;
