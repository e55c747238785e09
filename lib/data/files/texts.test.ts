import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { execute } from "@/lib/data/sqlite/index";
import { lab } from "@/lib/data/sqlite/testing/lab";
import { put, removeBlob } from "@/lib/ground/blobs/blobs";
import { passageLink } from "@/lib/shared/file-place";
import { fileOrigin } from "@/lib/shared/origins";
import { claimText, readPassages, requeueText } from "@/lib/store/data/file-texts";
import * as files from "@/lib/store/data/files";
import { sql } from "@/lib/store/db";
import { indexWritten } from "../memory/indexing";
import { searchMemory } from "../memory/search/search";
import { describe as describeFile } from "./describe";
import { embedTexts } from "./embed-texts";
import { readingOf } from "./reading";
import { importSheet } from "./sheets";
import { makeDocx, makeXlsx } from "./testing/documents";
import { makePdf } from "./testing/pdf";
import { ensureText, rangesOf, readNewTexts } from "./texts";

vi.setConfig({ testTimeout: 120_000 });
let db: Awaited<ReturnType<typeof lab>>;
let agentId = "";
beforeAll(async () => {
  db = await lab();
});
beforeEach(async () => {
  // The passages of other tests would be embedded, too.
  await sql()`delete from files`;
  agentId = await newAgent();
});
afterAll(() => db.close());

async function keep(name: string, bytes: Buffer | string, of = agentId) {
  const blob = await put(Buffer.from(bytes), 10_000_000);
  const described = await describeFile(blob.hash, name);
  return files.add(of, {
    ...blob,
    ...described,
    origin: "upload",
    origins: [fileOrigin(name)],
    isKept: true,
  });
}

const signal = () => new AbortController().signal;
const readAll = () => readNewTexts(signal(), 50_000);
const search = async (query: string) =>
  (await searchMemory(agentId, query, { domain: "files", waitMs: 20_000 })).results;
const stateOf = async (id: string) => (await files.read(agentId, id)).text;

describe("the text of files", () => {
  test("is found by words and by meaning, with a link to the passage and the origin of the file", async () => {
    const pages = ["The lease begins in May.", "Dogs and cats are allowed.", "The deposit is 900 euros."];
    const lease = await keep("lease.pdf", makePdf(pages));
    await keep("notes.docx", makeDocx(["# Bread", "Knead for ten minutes"]));
    await readAll();
    await embedTexts(signal(), 50_000);
    const [byWords] = await search("deposit");
    expect(byWords).toMatchObject({
      ...{
        domain: "files",
        file_id: lease.id,
        name: "lease.pdf",
        place: "page 3",
        link: passageLink(lease.id, 2),
      },
      ...{ excerpt: "The deposit is 900 euros.", found_by: expect.arrayContaining(["words"]) },
    });
    const [byMeaning] = await search("May I keep a puppy?");
    expect(byMeaning).toMatchObject({ place: "page 2", found_by: expect.arrayContaining(["meaning"]) });
    const { marked } = await searchMemory(agentId, "kneading", { domain: "files" });
    expect(marked).toMatchObject([{ kind: "file", origins: [fileOrigin("notes.docx")] }]);
    expect((await search("lease.pdf"))[0]?.link).toBe(passageLink(lease.id, 0));
  });

  test("has a state with the reason and the remedy", async () => {
    const [scan, partly, empty, heic, binary, text] = [
      await keep("scan.pdf", makePdf([null, null])),
      await keep("partly.pdf", makePdf(["Words", null, null, null, "More", null])),
      await keep("empty.txt", " "),
      await keep("photo.heic", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0heicmif1", "latin1")),
      await keep("odd.bin", Buffer.from([0, 1, 2, 3, 250])),
      await keep("long.txt", "word ".repeat(40_000)),
    ];
    await readAll();
    expect(await stateOf(scan.id)).toMatchObject({
      state: "unreadable",
      missing: [1, 2],
      reason: /all its pages/,
    });
    expect(await stateOf(partly.id)).toMatchObject({
      ...{ state: "partly", pages: 6, missing: [2, 3, 4, 6] },
      reason: "pages 2–4, 6 are images without text",
    });
    expect(await stateOf(empty.id)).toEqual({ state: "indexed" });
    expect(await stateOf(heic.id)).toMatchObject({
      state: "unreadable",
      reason: expect.stringContaining("JPEG"),
    });
    expect(await stateOf(binary.id)).toEqual({ state: "none" });
    expect(await readingOf(text, agentId)).toMatchObject({ kind: "passages", characters: 200_000 });
    const reading = await readingOf(await files.read(agentId, partly.id), agentId);
    expect(reading).toMatchObject({ kind: "text", note: "pages 2–4, 6 are images without text" });
    expect(rangesOf([1, 2, 3, 7, 9, 10])).toBe("1–3, 7, 9–10");
  });

  test("leaves nothing when its file is deleted, and returns when it is restored", async () => {
    const word = "quagmireword";
    const file = await keep("plan.md", `# Plan\n\nThe ${word} is here.`);
    await readAll();
    await embedTexts(signal(), 50_000);
    await readingOf(await files.read(agentId, file.id), agentId);
    expect(await search(word)).toHaveLength(1);
    expect((await tablesWith(word)).sort()).toEqual(["file_passages", "search_words"]);
    await files.remove(agentId, file.id);
    expect(await search(word)).toEqual([]);
    await indexWritten(signal(), 50_000);
    expect(await tablesWith(word)).toEqual([]);
    await files.restore(agentId, file.id);
    await readAll();
    expect(await search(word)).toHaveLength(1);
    await sql()`delete from files where id = ${file.id}`;
    await indexWritten(signal(), 50_000);
    expect(await tablesWith(word)).toEqual([]);
    const [left] = await sql()`select count(*)::int as count from file_vectors where agent_id = ${agentId}`;
    expect(left).toEqual({ count: 0 });
  });

  test("is read by one server at a time, again after a server died, and at most twice", async () => {
    const file = await keep("a.txt", "Some text");
    const claims = await Promise.all([claimText(), claimText(), claimText()]);
    expect(claims.filter((claim) => claim !== null)).toMatchObject([{ file: { id: file.id }, attempts: 1 }]);
    const expire = () =>
      sql()`update files set text_claimed_at = now() - interval '1 hour' where id = ${file.id}`;
    await expire();
    expect(await claimText()).toMatchObject({ attempts: 2 });
    await expire();
    await readAll();
    expect(await stateOf(file.id)).toMatchObject({
      state: "unreadable",
      reason: expect.stringContaining("twice"),
    });
    await requeueText(agentId, file.id);
    await readAll();
    expect(await stateOf(file.id)).toMatchObject({ state: "indexed", passages: 1 });
  });

  test("is extracted once for files of an agent with the same bytes, and never shared with another agent", async () => {
    const first = await keep("one.pdf", makePdf(["Same words"]));
    await readAll();
    await embedTexts(signal(), 50_000);
    const second = await keep("two.pdf", makePdf(["Same words"]));
    await removeBlob(first.hash, -1_000);
    expect(await ensureText(second, agentId)).toMatchObject({ state: "indexed" });
    expect(await readPassages(agentId, second.id, { limit: 5 })).toMatchObject([{ text: "Same words" }]);
    const other = await newAgent();
    const { results } = await searchMemory(other, "Same words", { domain: "files" });
    expect(results).toEqual([]);
  });

  test("is embedded once, and again by another model", async () => {
    const file = await keep("a.md", "# One\n\nDogs\n\n# Two\n\nCats");
    await readAll();
    await Promise.all([embedTexts(signal(), 50_000), embedTexts(signal(), 50_000)]);
    const vectors = () => sql()`select v.model from file_vectors v where v.agent_id = ${agentId}`;
    expect(await vectors()).toHaveLength(2);
    await sql()`update file_vectors set model = 'old' where agent_id = ${agentId}`;
    await sql()`update files set text_model = 'old' where id = ${file.id}`;
    await embedTexts(signal(), 50_000);
    expect((await vectors()).some(({ model }) => model === "old")).toBe(false);
  });
});

test("a sheet becomes a table with its types, and the file names it", async () => {
  const rows = [
    ["Item", "Price", "Day", "Code"],
    ["Flour", 1.125, new Date("2026-03-01"), "007"],
    ["Salt", 3, null, "1"],
  ];
  const sheets = [
    { name: "Costs", rows },
    { name: "Notes", rows: [["Only a sentence"], [], ["and another"]] },
  ];
  const file = await keep("house.xlsx", makeXlsx(sheets), db.agentId);
  const by = { author: "person", cause: null, origins: [fileOrigin("house.xlsx")] } as const;
  expect(await ensureText(file, db.agentId)).toMatchObject({ sheets: ["Costs", "Notes"], tables: ["Costs"] });
  const made = await importSheet(file, db.agentId, { sheet: "Costs", by });
  expect(made).toMatchObject({ table: "house_costs", types: ["TEXT", "REAL", "TEXT", "TEXT"], rows: 2 });
  const result = await execute({ agentId: db.agentId, sql: `SELECT * FROM "${made.table}"` });
  expect(result).toMatchObject({
    rows: [
      ["Flour", 1.125, "2026-03-01", "007"],
      ["Salt", 3, null, "1"],
    ],
  });
  expect((await files.read(db.agentId, file.id)).text.imported).toEqual([
    { sheet: "Costs", table: made.table },
  ]);
  await expect(importSheet(file, db.agentId, { sheet: "No", by })).rejects.toThrow("It has: Costs, Notes");
});

/** Returns the names of the tables of Postgres with a row that contains a word. */
async function tablesWith(word: string): Promise<string[]> {
  const tables = await sql()<{ name: string }[]>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql().unsafe(`select 1 from ${name} t where t::text ilike '%${word}%' limit 1`);
    if (row) found.push(name.replace("public.", ""));
  }
  return found;
}
