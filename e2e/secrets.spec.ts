import { randomUUID } from "node:crypto";
import { connect } from "../lib/store/connection.ts";
import { launch } from "../lib/store/embedded/launch.ts";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, KEY, test } from "./fixtures.ts";

const PAGES = ["models", "web", "general", "channels", "usage"].map((tab) => `/settings/${tab}`);
const ASKED = [
  ...["settings", "models", "usage", "budget", "tools", "conversations", "channels", "pins", "asks"],
  ...["agents", "queues", "sessions", "mcp", "mcp/tokens"],
].map((path) => `/api/${path}`);

const secret = (name: string) => `sk-${name}-${randomUUID()}`;

test("keys appear in no log, page, response, error or database text", async ({ provider, easel, folder }) => {
  const keys = {
    environment: KEY,
    saved: secret("saved"),
    tried: secret("tried"),
    search: secret("search"),
  };
  const answers: string[] = [];
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await call(easel.url, method, path, body);
    answers.push(JSON.stringify(answer.body));
    return answer;
  };
  try {
    const used = async () => provider.requests.at(-1)?.headers.authorization;
    await (await new Talk(easel.url).say("hello")).text();
    expect(await used()).toBe(`Bearer ${keys.environment}`);

    const providers = { "openai-compatible": { apiKey: keys.saved, baseUrl: provider.url } };
    expect((await ask("PUT", "/api/settings", { providers })).status).toBe(200);
    const talk = new Talk(easel.url);
    answers.push(await (await talk.say("hello")).text());
    expect(await used()).toBe(`Bearer ${keys.saved}`);

    for (const key of [keys.environment, keys.saved]) {
      provider.script({ status: 401, message: `Incorrect API key provided: ${key}.` });
      const refused = new Talk(easel.url);
      answers.push(await (await refused.say("refuse me")).text());
      provider.script({ error: `The key ${key} has been revoked` });
      const broken = new Talk(easel.url);
      answers.push(await (await broken.say("break off")).text());
      answers.push(JSON.stringify(await refused.read()), JSON.stringify(await broken.read()));
    }
    const tried = { provider: "openai-compatible", apiKey: keys.tried, baseUrl: "http://127.0.0.1:9/v1" };
    expect((await ask("POST", "/api/models/test", tried)).body).toMatchObject({ ok: false });
    await ask("POST", "/api/models/test", { ...tried, model: keys.tried });
    await ask("PUT", "/api/settings", { providers: { "openai-compatible": { apiKey: `${keys.tried} x` } } });
    await ask("PUT", "/api/settings", { key: keys.tried });
    await ask("PUT", "/api/settings", {
      search: { tavily: { apiKey: keys.search, baseUrl: "http://127.0.0.1:9" } },
    });
    for (const apiKey of [undefined, keys.tried])
      expect((await ask("POST", "/api/search/test", { provider: "tavily", apiKey })).body).toMatchObject({
        ok: false,
      });
    // Everything that a page shows is in its document or in one of these responses.
    for (const path of ASKED) expect((await ask("GET", path)).status, path).toBe(200);
    for (const path of ["/", `/chat/${talk.id}`, ...PAGES]) {
      const response = await fetch(easel.url + path);
      expect(response.status, path).toBe(200);
      answers.push(await response.text());
    }
    answers.push(...easel.output, await databaseText(folder));
    for (const [name, key] of Object.entries(keys)) {
      const half = key.slice(-18);
      const found = answers.find((text) => text.includes(half));
      expect(found?.slice(Math.max(0, found.indexOf(half) - 100), found.indexOf(half)), name).toBeUndefined();
    }
  } finally {
    const providers = { "openai-compatible": { apiKey: null, baseUrl: null } };
    const search = { tavily: { apiKey: null, baseUrl: null } };
    await call(easel.url, "PUT", "/api/settings", { providers, search });
  }
});

async function databaseText(dataDir: string): Promise<string> {
  const database = await launch({ dataDir, log: () => {} });
  const sql = connect(database.url, { max: 1 });
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`;
  const rowTexts: string[] = [];
  for (const { name } of tables) {
    const rows = await sql<{ row: string }[]>`select t::text as row from ${sql(name)} t`;
    rowTexts.push(...rows.map(({ row }) => row));
  }
  await sql.end();
  await database.stop();
  expect(rowTexts.length).toBeGreaterThan(10);
  return rowTexts.join("\n");
}
