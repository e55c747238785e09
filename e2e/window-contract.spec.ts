import { connect } from "../lib/store/connection.ts";
import { launch } from "../lib/store/embedded/launch.ts";
import { Talk } from "./api.ts";
import { seedLong } from "./bench/seed.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";

type View = { messages: { id: string }[]; earlier?: { count: number; messages: unknown[] } | null };

let url: string;
let id: string;
test.beforeEach(async ({ easel, folder }) => {
  url = easel.url;
  await new Talk(url).tell("go", { text: "ok" });
  const database = await launch({ dataDir: folder, log: () => {} });
  const sql = connect(database.url, { max: 1 });
  id = await seedLong(sql, 120);
  await sql.end();
  await database.stop();
});

const read = (query: string) => call(url, "GET", `/api/conversations/${id}${query}`);
const span = ({ messages }: View) => [messages[0]?.id, messages.at(-1)?.id, messages.length];

test("a conversation is read whole, as a window or page by page", async () => {
  const whole = await read("");
  expect(span(whole.body)).toEqual(["m0", "m119", 120]);
  expect(whole.body).not.toHaveProperty("earlier");
  const window = await read("?limit=50");
  expect(span(window.body)).toEqual(["m70", "m119", 50]);
  expect(window.body.earlier).toEqual({ count: 70, messages: [] });
  expect({ ...window.body, messages: [], earlier: 0 }).toEqual({ ...whole.body, messages: [], earlier: 0 });
  expect(window.body.messages).toEqual(whole.body.messages.slice(70));
  const reached = await read("?limit=50&reach=m33");
  expect([span(reached.body), reached.body.earlier.count]).toEqual([["m32", "m119", 88], 32]);
  expect(span((await read("?limit=50&reach=nothing")).body)).toEqual(["m70", "m119", 50]);
  expect((await read("?limit=500")).body.earlier).toBeNull();
  const page = await read("?limit=50&before=m70");
  expect([span(page.body), page.body.earlier]).toEqual([["m20", "m69", 50], 20]);
  expect(Object.keys(page.body)).toEqual(["messages", "earlier"]);
  expect((await read("?limit=50&before=nothing")).status).toBe(404);
  for (const query of ["?limit=0", "?limit=x", "?reach=m3", "?before=m3", "?limit=5&before="])
    expect((await read(query)).status).toBe(422);
});

test("an unchanged conversation is answered without its content", async () => {
  const path = `${url}/api/conversations/${id}`;
  const etag = (await fetch(`${path}?limit=50`)).headers.get("etag") ?? "";
  const again = (query: string) => fetch(path + query, { headers: { "if-none-match": etag } });
  const same = await again("?limit=50");
  expect([same.status, await same.text(), same.headers.get("etag")]).toEqual([304, "", etag]);
  expect((await again("?limit=50&reach=m70")).status).toBe(304);
  expect((await again("?limit=60")).status).toBe(200);
  await call(url, "PATCH", `/api/conversations/${id}`, { title: "Another" });
  expect((await again("?limit=50")).status).toBe(200);
});
