import { jsonBody, request } from "@/components/client/request";
import {
  importedSkills,
  type SkillPreview,
  type SkillSummary,
  type SkillView,
  skillList,
  skillPreview,
  skillView,
} from "@/lib/shared/skills/contract";

/** Timeout of an import, which may fetch an archive. */
const IMPORT_MS = 90_000;

export const skillAt = (name: string) => `/api/skills/${encodeURIComponent(name)}`;

export type SkillChange = {
  markdown?: string;
  files?: { path: string; text: string }[];
  remove?: string[];
  enabled?: boolean;
  version?: number;
};

export async function readSkills(signal?: AbortSignal): Promise<SkillSummary[]> {
  return skillList.parse(await (await request("/api/skills", { signal })).json()).skills;
}

export async function readSkill(name: string): Promise<SkillView> {
  return skillView.parse(await (await request(skillAt(name))).json());
}

export async function createSkill(markdown: string): Promise<SkillView> {
  const init = { method: "POST", ...jsonBody({ markdown }) };
  return skillView.parse(await (await request("/api/skills", init)).json());
}

export async function changeSkill(name: string, change: SkillChange): Promise<SkillView> {
  const init = { method: "PATCH", ...jsonBody(change) };
  return skillView.parse(await (await request(skillAt(name), init)).json());
}

export async function deleteSkill(name: string): Promise<void> {
  await request(skillAt(name), { method: "DELETE" });
}

export type ImportSource =
  | { name: string; archive: string }
  | { folder: string; files: { path: string; base64: string }[] }
  | { address: string };

export async function previewImport(from: ImportSource): Promise<SkillPreview> {
  const init = { method: "POST", patienceMs: IMPORT_MS, ...jsonBody({ from }) };
  return skillPreview.parse(await (await request("/api/skill-imports", init)).json());
}

export async function importSkills(
  from: ImportSource,
  choose: readonly string[],
  expect: string,
): Promise<string[]> {
  const init = { method: "POST", patienceMs: IMPORT_MS, ...jsonBody({ from, choose, expect }) };
  return importedSkills.parse(await (await request("/api/skill-imports", init)).json()).names;
}
