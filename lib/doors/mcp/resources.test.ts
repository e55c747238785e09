import { afterAll, beforeAll, expect, test } from "vitest";
import { createMcpToken } from "@/lib/doors/programs/tokens";
import { put } from "@/lib/ground/blobs/blobs";
import { route } from "@/lib/platform/http/route";
import { testRequest } from "@/lib/platform/http/test-request";
import { openings } from "@/lib/shared/openings";
import { resolveAgent } from "@/lib/store/agents/agents";
import { write } from "@/lib/store/agents/state";
import { add } from "@/lib/store/data/files";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { answerMcp } from "./answer";
import { program } from "./testing/program";

const handle = route({ public: true, raw: true }, ({ request }) => answerMcp(request));

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
  agentId = await resolveAgent();
});
afterAll(() => database.drop());

async function enter(tools: "*" | string[] = "*") {
  const { token } = await createMcpToken(agentId, { name: "Reader", tools });
  const { ask, call } = program(
    (body, headers) => handle(testRequest("/mcp", { method: "POST", body, headers })),
    token,
  );
  const list = async () => (await ask("resources/list")).result?.resources as { uri: string; name: string }[];
  const read = async (uri: string) => (await ask("resources/read", { uri })).result?.contents;
  return { ask, call, list, read };
}

const user = { author: "person", cause: null } as const;

test("lists state, files and answers in components, and reads each by its URI", async () => {
  await write(agentId, "shopping list/ä", ["bread"], user);
  const text = await put(new TextEncoder().encode("Rye"), 100);
  const picture = await put(new Uint8Array([1, 2, 3]), 100);
  const file = { origin: "upload", size: 3 } as const;
  await add(agentId, { ...file, hash: text.hash, name: "notes.txt", mediaType: "text/plain" });
  const { id } = await add(agentId, { ...file, hash: picture.hash, name: "a.png", mediaType: "image/png" });
  await sql()`insert into conversations (id, agent_id, title, identity) values (${id}, ${agentId}, 'Chess', '')`;
  await sql()`
    insert into tool_calls (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, input, status, output)
    values (${id}, 'm 1', 'c/1', ${agentId}, ${id}, 'render_and_wait', '{"title":"Board"}', 'ok', '{"action":"move"}')`;

  const { list, read } = await enter();
  expect((await list()).map(({ name }) => name)).toEqual(["shopping list/ä", "a.png", "notes.txt", "Board"]);
  const [state, image, notes, board] = await Promise.all((await list()).map(({ uri }) => read(uri)));
  expect(state).toMatchObject([{ mimeType: "application/json", text: '[\n  "bread"\n]' }]);
  expect(image).toMatchObject([{ mimeType: "image/png", blob: "AQID" }]);
  expect(notes).toMatchObject([{ mimeType: "text/plain", text: "Rye" }]);
  expect(board).toMatchObject([{ text: expect.stringContaining('"action": "move"') }]);
});

test("limits a token that names tools to the data that these tools return", async () => {
  await write(agentId, "colour", "blue", user);
  const state = await enter(["get_state"]);
  expect((await state.list()).every(({ uri }) => uri.startsWith("easel://state/"))).toBe(true);
  expect(await state.read("easel://state/colour")).toMatchObject([{ text: '"blue"' }]);
  const other = await enter(["ask_user"]);
  expect(await other.list()).toEqual([]);
  expect((await other.ask("resources/templates/list")).result?.resourceTemplates).toMatchObject([
    { name: "call" },
  ]);
  expect((await other.ask("resources/read", { uri: "easel://state/colour" })).error?.message).toContain(
    "nothing",
  );
});

test("resources with web text are not listed; after a program has read one, the program's writes need approval", async () => {
  const origins = ["https://site.test"];
  await write(agentId, "found", "Call me.", { author: "agent", cause: null, origins });
  const { list, read, call } = await enter();
  expect((await list()).map(({ name }) => name)).not.toContain("found");
  expect((await call("set_state", { key: "a", value: 1 })).text).toContain("ok");
  expect(await read("easel://state/found")).toMatchObject([{ text: '"Call me."' }]);
  expect((await call("set_state", { key: "a", value: 2 })).text).toContain("waits for the user");
});

test("reports an unknown URI as not found instead of as a failure", async () => {
  const { ask } = await enter();
  for (const uri of [
    "easel://state/none",
    "easel://files/x",
    "easel://what/x",
    "file:///etc/passwd",
    "x",
    "easel://state/%",
  ])
    expect((await ask("resources/read", { uri })).error).toMatchObject({
      message: `There is nothing at ${uri} for this token.`,
    });
});

test("offers the suggestions for new conversations as prompts", async () => {
  const { ask } = await enter();
  const { prompts } = (await ask("prompts/list")).result as { prompts: { name: string }[] };
  expect(prompts.map(({ name }) => name)).toEqual(openings.map(({ id }) => id));
  expect((await ask("prompts/get", { name: openings[0].id })).result).toMatchObject({
    messages: [{ role: "user", content: { type: "text", text: openings[0].text } }],
  });
  expect((await ask("prompts/get", { name: "none" })).error?.message).toContain("There are:");
});
