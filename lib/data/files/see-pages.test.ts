import { afterAll, beforeAll, expect, test } from "vitest";
import { type Provider, startProvider } from "@/e2e/provider/server";
import { lab } from "@/lib/data/sqlite/testing/lab";
import { put } from "@/lib/ground/blobs/blobs";
import { storedChange } from "@/lib/models/providers/settings-view";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { readPassages } from "@/lib/store/data/file-texts";
import * as files from "@/lib/store/data/files";
import { sql } from "@/lib/store/db";
import { changeBudget } from "@/lib/store/loop/budgets";
import { seePages } from "./see-pages";
import { makePdf } from "./testing/pdf";

let provider: Provider;
let db: Awaited<ReturnType<typeof lab>>;
beforeAll(async () => {
  db = await lab();
  provider = await startProvider();
  const { "provider:openai": openai } = storedChange({
    providers: { openai: { apiKey: "sk-test", baseUrl: provider.url } },
  });
  await changeSetting(db.agentId, "provider:openai", openai ?? {});
});
afterAll(async () => {
  await provider.close();
  await db.close();
});

async function keep(pages: readonly (string | null)[]) {
  const blob = await put(makePdf(pages), 1_000_000);
  const row = { ...blob, name: "scan.pdf", mediaType: "application/pdf", origin: "upload" } as const;
  return files.add(db.agentId, row);
}
const { signal } = new AbortController();

test("a model that sees images reads the pages without text, within the budget, and is named", async () => {
  await changeSetting(db.agentId, "general", { model: "openai/gpt-5.2" });
  const file = await keep(["Words", null, "More", null]);
  const text = await seePages(file, db.agentId, { pages: [2], signal });
  expect(text).toMatchObject({ state: "partly", missing: [4], seen: [2], seenBy: "openai/gpt-5.2" });
  const pages = await readPassages(db.agentId, file.id, { limit: 10 });
  expect(pages.map(({ place }) => place)).toEqual([1, 2, 3].map((page) => ({ at: "page", page })));
  expect(pages[1]?.text.trim()).not.toBe("");
  const sent = JSON.stringify(provider.requests.at(-1)?.body);
  expect(sent).toContain("data:image/jpeg;base64,");
  expect(await sql()`select model from model_calls where agent_id = ${db.agentId}`).toEqual([
    { model: "openai/gpt-5.2" },
  ]);
  const all = await seePages(await files.read(db.agentId, file.id), db.agentId, { signal });
  expect(all).toMatchObject({ state: "indexed", seen: [2, 4] });
  expect(all.missing).toBeUndefined();

  await changeBudget(db.agentId, { dayTokens: 1 });
  const over = await keep([null, "x"]);
  await expect(seePages(over, db.agentId, { signal })).rejects.toMatchObject({ code: "unavailable" });
  await changeBudget(db.agentId, { dayTokens: null });
});

test("a model that does not see images is named in the error", async () => {
  await changeSetting(db.agentId, "general", { model: "demo" });
  await expect(seePages(await keep([null]), db.agentId, { signal })).rejects.toThrow(/cannot see images/);
  await expect(seePages(await keep(["Words"]), db.agentId, { signal })).rejects.toThrow(/no such pages/);
});
