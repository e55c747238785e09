import { describe } from "@/lib/data/files/describe";
import { makeDocx, makeEpub, makeOds, makeOdt, makePptx, makeXlsx } from "@/lib/data/files/testing/documents";
import { makePdf } from "@/lib/data/files/testing/pdf";
import { ensureText } from "@/lib/data/files/texts";
import { searchMemory } from "@/lib/data/memory/search/search";
import { closeAll } from "@/lib/ground/base/process";
import { put } from "@/lib/ground/blobs/blobs";
import { embed } from "@/lib/models/embedding/embed";
import { resolveAgent } from "@/lib/store/agents/agents";
import { add, type FileRow } from "@/lib/store/data/files";
import { sql } from "@/lib/store/db";
import { quantile } from "./client.ts";

const FILES = Number(process.env.FILES ?? 1_000);
/** Files of each kind that are read one after the other. */
const EACH = 5;
const ROUNDS = 100;
const WARM_UP = 5;
const LOOK_MS = 500;
const URL_ = process.env.EASEL_URL ?? "";

const figures: Record<string, number> = {};
const agentId = await resolveAgent();

/** Syllables of invented words. Low numbers are far more frequent, as in a language. */
const SYLLABLES = "ba ke lo mi ru ten sal dor vin hes pol gar ta ni".split(" ");
const word = (n: number): string =>
  [n % 14, Math.floor(n / 14) % 14, Math.floor(n / 196) % 14].map((at) => SYLLABLES[at]).join("");
let seed = 7;
function random(): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
}
const sentence = () =>
  `${Array.from({ length: 12 }, () => word(Math.floor(random() ** 3 * 2_700))).join(" ")}.`;
const paragraphs = (count: number) =>
  Array.from({ length: count }, () => Array.from({ length: 6 }, sentence).join(" "));
const section = (title: string) => ({ title, lines: paragraphs(3) });

const KINDS: Record<string, (n: number) => Buffer | string> = {
  md: (n) => [`# Report ${n}`, ...paragraphs(4), "## Result", ...paragraphs(4)].join("\n\n"),
  docx: (n) => makeDocx([`# Report ${n}`, ...paragraphs(5), "## Result", ...paragraphs(5)]),
  pdf: () => makePdf(Array.from({ length: 4 }, () => paragraphs(3).join("\n"))),
  xlsx: (n) => makeXlsx([{ name: "Data", rows: rowsOf(n) }]),
  pptx: (n) => makePptx(Array.from({ length: 8 }, (_, at) => section(`Slide ${at} of ${n}`))),
  html: (n) =>
    `<h1>Page ${n}</h1>${paragraphs(8)
      .map((text) => `<p>${text}</p>`)
      .join("")}`,
  eml: (n) =>
    `From: a@example.com\r\nTo: b@example.com\r\nSubject: Offer ${n}\r\nDate: Mon, 2 Mar 2026 10:00:00 +0000\r\n\r\n${paragraphs(3).join("\r\n\r\n")}`,
  csv: (n) =>
    rowsOf(n)
      .map((row) => row.join(","))
      .join("\n"),
  ts: () => Array.from({ length: 120 }, (_, n) => `export const ${word(n)} = "${sentence()}";`).join("\n"),
  epub: () => makeEpub(Array.from({ length: 6 }, (_, at) => section(`Chapter ${at}`))),
  odt: (n) => makeOdt([`# Letter ${n}`, ...paragraphs(6)]),
  ods: (n) => makeOds({ name: "Data", rows: rowsOf(n) }),
  txt: () => paragraphs(6).join("\n\n"),
};

function rowsOf(n: number): (string | number)[][] {
  return [["Item", "Count", "Note"], ...Array.from({ length: 60 }, (_, at) => [word(at * n), at, word(at)])];
}

async function keep(kind: string, n: number): Promise<FileRow> {
  const bytes = Buffer.from(KINDS[kind]?.(n) ?? "");
  const blob = await put(bytes, 50_000_000);
  const row = { ...blob, ...(await describe(blob.hash, `file ${n}.${kind}`)), origin: "upload" } as const;
  return add(agentId, { ...row, isKept: true });
}

await ofKinds();
await ofServer();
await ofSearch();
console.log(`figures ${JSON.stringify(figures)}`);
await closeAll();

/** Measures the extraction of one file at a time, before the server gets the others. */
async function ofKinds(): Promise<void> {
  for (const kind of Object.keys(KINDS)) {
    const times: number[] = [];
    for (let n = 0; n < EACH; n++) {
      const file = await keep(kind, n);
      const began = performance.now();
      await ensureText(file, agentId);
      times.push(performance.now() - began);
    }
    figures[`reading one .${kind}, ms`] = quantile(times, 0.5);
  }
}

/** Lets the server read and embed `FILES` files, and measures its requests in the meantime. */
async function ofServer(): Promise<void> {
  figures["request while idle, p95 ms"] = quantile(await requests(50), 0.95);
  const kinds = Object.keys(KINDS);
  for (let n = 0; n < FILES; n++) await keep(kinds[n % kinds.length] ?? "md", n + EACH);
  const began = performance.now();
  const times: number[] = [];
  const until = async (left: () => Promise<number>) => {
    while ((await left()) > 0) {
      times.push(...(await requests(3)));
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return (performance.now() - began) / 1_000;
  };
  const all = () => sql()<{ waiting: number; unembedded: number; passages: number }[]>`
    select count(*) filter (where text_state = 'waiting')::int as waiting,
      count(*) filter (where text_state in ('indexed', 'partly') and text_model is null)::int as unembedded,
      (select count(*) from file_passages)::int as passages from files where agent_id = ${agentId}`;
  figures[`${FILES} files, found by words after s`] = await until(async () => (await all())[0]?.waiting ?? 0);
  const whole = await until(async () => {
    const [row] = await all();
    return (row?.waiting ?? 0) + (row?.unembedded ?? 0);
  });
  figures[`${FILES} files, found by meaning after s`] = whole;
  figures["files read and embedded in a second"] = FILES / whole;
  figures["passages embedded in a second"] = ((await all())[0]?.passages ?? 0) / whole;
  figures["request while files are read, p95 ms"] = quantile(times, 0.95);
}

async function requests(count: number): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const began = performance.now();
    await (await fetch(`${URL_}/api/conversations`)).arrayBuffer();
    times.push(performance.now() - began);
  }
  return times;
}

/** Measures the search among 10,000 files with 20 passages each. Their vectors are random. */
async function ofSearch(): Promise<void> {
  await seedPassages(10_000, 20);
  await embed(["warm"]);
  const questions = [
    (n: number) => word(2_000 + n),
    (n: number) => `${word(n % 7)} ${word(n % 13)}`,
    (n: number) => `Where does it say ${word(1_000 + n)} and ${word(n % 50)}?`,
    (n: number) => `file ${n}`,
  ];
  for (const [name, waitMs] of [["by words alone", 0] as const, ["by words and meaning", 2_500] as const]) {
    const times: number[] = [];
    for (let n = -WARM_UP; n < ROUNDS; n++) {
      const query = questions[(n + WARM_UP) % questions.length]?.(n + WARM_UP) ?? "";
      const began = performance.now();
      await searchMemory(agentId, query, { domain: "files", waitMs });
      if (n >= 0) times.push(performance.now() - began);
    }
    figures[`search among 10,000 files ${name}, p50 ms`] = quantile(times, 0.5);
    figures[`search among 10,000 files ${name}, p95 ms`] = quantile(times, 0.95);
  }
}

async function seedPassages(files: number, each: number): Promise<void> {
  const pool = Array.from({ length: 2_000 }, () => Array.from({ length: 8 }, sentence).join(" "));
  const words = pool.map((text) => [...new Set(text.replaceAll(".", "").split(" "))].join(" "));
  const texts = JSON.stringify(pool.map((text, n) => ({ n, text, words: words[n] })));
  await sql().begin(async (tx) => {
    await tx`set local synchronous_commit = off`;
    await tx`
      insert into files (agent_id, hash, name, media_type, size, origin, text_state, text_model)
      select ${agentId}, md5(n::text), 'seeded ' || n || '.pdf', 'application/pdf', 1, 'generated', 'indexed', 'use-lite-en-1'
      from generate_series(1, ${files}::int) n`;
    await tx`
      create temp table pool on commit drop as
      select p.*, (select string_agg(case when random() < 0.5 then '1' else '0' end, '') from generate_series(1, 512) where p.n is not null)::bit(512) as signs,
        (select string_agg(decode(lpad(to_hex((random() * 255)::int), 2, '0'), 'hex'), ''::bytea) from generate_series(1, 512) where p.n is not null) as vector
      from json_to_recordset(${texts}::text::json) as p(n int, text text, words text)`;
    await tx`
      insert into file_passages (agent_id, file_id, ordinal, place, text, words)
      select f.agent_id, f.id, o, json_build_object('at', 'page', 'page', o + 1), pool.text, pool.words
      from (select *, row_number() over () as row from files where name like 'seeded %') f
        cross join generate_series(0, ${each - 1}::int) o join pool on pool.n = (f.row * 31 + o * 7) % 2000`;
    await tx`
      insert into file_vectors (passage_id, agent_id, model, cell, signs, vector)
      select p.id, p.agent_id, 'use-lite-en-1', (p.id * 37 % 1024)::smallint, pool.signs, pool.vector
      from file_passages p join files f on f.agent_id = p.agent_id and f.id = p.file_id and f.name like 'seeded %'
        join pool on pool.n = p.id % 2000`;
  });
  await sql()`vacuum analyze file_passages`;
  await sql()`vacuum analyze file_vectors`;
  await sql()`vacuum analyze files`;
}
