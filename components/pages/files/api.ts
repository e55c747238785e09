import { request } from "@/components/client/request";
import { type CsvImported, csvImported } from "@/lib/shared/data/csv-contract";
import { type EntryKind, type FileEntries, fileEntries } from "@/lib/shared/file-entries";
import { type FilePassages, type FileView, filePassages, fileView } from "@/lib/shared/files";

export type Filter = { kind?: EntryKind; q?: string };

const at = (id: string) => `/api/files/${encodeURIComponent(id)}`;
/** The database may have to start, or be busy with a query. */
const WAIT_MS = 30_000;
/** A model needs several seconds for each page, and a large sheet some for its rows. */
const SEEING_MS = 300_000;

export async function listEntries(
  { kind, q }: Filter,
  cursor?: string,
  signal?: AbortSignal,
): Promise<FileEntries> {
  const query = new URLSearchParams({ ...(kind && { kind }), ...(q && { q }), ...(cursor && { cursor }) });
  const init = { signal, patienceMs: WAIT_MS };
  return fileEntries.parse(await (await request(`/api/files/entries?${query}`, init)).json());
}

export async function readFile(id: string, signal?: AbortSignal): Promise<FileView> {
  return fileView.parse(await (await request(`${at(id)}/info`, { signal })).json());
}

/** Reads the first `bytes` of a file. */
export async function readStart(url: string, bytes: number, signal: AbortSignal): Promise<Uint8Array> {
  const init = { headers: { range: `bytes=0-${bytes - 1}` }, signal };
  return new Uint8Array(await (await request(url, init)).arrayBuffer());
}

export async function readText(
  id: string,
  { from, limit }: { from: number; limit: number },
  signal: AbortSignal,
): Promise<FilePassages> {
  const query = new URLSearchParams({ from: String(from), limit: String(limit) });
  return filePassages.parse(await (await request(`${at(id)}/text?${query}`, { signal })).json());
}

export async function readTextAgain(id: string): Promise<void> {
  await request(`${at(id)}/text`, { method: "POST" });
}

/** Has the model read the pages that are images, at most ten. */
export async function seePages(id: string): Promise<void> {
  await request(`${at(id)}/pages`, { ...post({}), patienceMs: SEEING_MS });
}

export async function makeTable(id: string, sheet: string): Promise<CsvImported> {
  const response = await request(`${at(id)}/tables`, { ...post({ sheet }), patienceMs: SEEING_MS });
  return csvImported.parse(await response.json());
}

const post = (body: object) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export async function deleteFile(id: string): Promise<void> {
  await request(at(id), { method: "DELETE" });
}

export async function restoreFile(id: string): Promise<void> {
  await request(`${at(id)}/restore`, { method: "POST" });
}
