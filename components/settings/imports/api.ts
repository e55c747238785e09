import { jsonBody, request } from "@/components/client/request";
import { sendFile } from "@/components/client/send-file";
import {
  type HistoryImport,
  type ImportChoice,
  type ImportedMemory,
  importAnswer,
  importedMemoryList,
  importList,
  type UndoPlan,
  undoPlan,
} from "@/lib/shared/imports/contract";

const PATH = "/api/imports";
export const IMPORTS = ["imports"] as const;

const one = async (response: Response): Promise<HistoryImport> =>
  importAnswer.parse(await response.json()).import;

export const readImports = async (signal: AbortSignal): Promise<HistoryImport[]> =>
  importList.parse(await (await request(PATH, { signal })).json()).imports;

type Sending = { signal: AbortSignal; onProgress: (share: number) => void };

export const uploadExport = async (file: File, sending: Sending): Promise<HistoryImport> =>
  importAnswer.parse(
    await sendFile(`${PATH}?${new URLSearchParams({ name: file.name.slice(0, 300) })}`, file, {
      ...{ type: "application/zip" },
      ...sending,
    }),
  ).import;

export const startImport = async (id: string, choice: ImportChoice): Promise<HistoryImport> =>
  one(await request(`${PATH}/${id}/start`, { method: "POST", ...jsonBody(choice) }));

export const cancelImport = async (id: string): Promise<HistoryImport> =>
  one(await request(`${PATH}/${id}/cancel`, { method: "POST" }));

export const readUndoPlan = async (id: string, signal?: AbortSignal): Promise<UndoPlan> =>
  undoPlan.parse(await (await request(`${PATH}/${id}/undo`, { signal })).json());

export const undoImport = async (id: string, continued: "keep" | "delete"): Promise<HistoryImport> =>
  one(await request(`${PATH}/${id}/undo`, { method: "POST", ...jsonBody({ continued }) }));

export const readMemories = async (id: string, signal?: AbortSignal): Promise<ImportedMemory[]> =>
  importedMemoryList.parse(await (await request(`${PATH}/${id}/memories`, { signal })).json()).memories;

type Decision = { accept: { id: string; content: string }[]; dismiss: string[] };
export async function decideMemories(id: string, decision: Decision): Promise<void> {
  await request(`${PATH}/${id}/memories`, { method: "POST", ...jsonBody(decision) });
}
