import type * as z from "zod/mini";
import { storedFiles } from "@/lib/shared/files";
import { type FolderList, folderList } from "@/lib/shared/folders/folders";
import {
  type ProjectEntry,
  type ProjectView,
  projectChanged,
  projectList,
  projectView,
} from "@/lib/shared/projects/contract";
import { historyOf } from "./events";
import { jsonBody, request } from "./request";

export const PROJECTS = ["projects"] as const;

export const isAboutProjects = (change: string): boolean => historyOf(change)?.kind === "project";

const at = (id: string) => `/api/projects/${encodeURIComponent(id)}`;

export async function listProjects(signal?: AbortSignal): Promise<ProjectEntry[]> {
  return projectList.parse(await (await request("/api/projects", { signal })).json()).projects;
}

export async function readProject(id: string, signal?: AbortSignal): Promise<ProjectView> {
  return projectView.parse(await (await request(at(id), { signal })).json()).project;
}

type Changed = z.infer<typeof projectChanged>;

export async function createProject(name: string): Promise<Changed> {
  const response = await request("/api/projects", { method: "POST", ...jsonBody({ name }) });
  return projectChanged.parse(await response.json());
}

export type ProjectChange = { name?: string; instructions?: string; boards?: string[]; version?: number };

export async function changeProject(id: string, change: ProjectChange): Promise<Changed> {
  const response = await request(at(id), { method: "PATCH", ...jsonBody(change) });
  return projectChanged.parse(await response.json());
}

export async function deleteProject(id: string): Promise<void> {
  await request(at(id), { method: "DELETE" });
}

export async function listFilesOf(projectId: string, cursor?: string, signal?: AbortSignal) {
  const query = new URLSearchParams({ projectId, ...(cursor && { cursor }) });
  return storedFiles.parse(await (await request(`/api/files?${query}`, { signal })).json());
}

export async function listFolders(projectId: string, signal?: AbortSignal): Promise<FolderList> {
  const query = new URLSearchParams({ projectId });
  return folderList.parse(await (await request(`/api/folders?${query}`, { signal })).json());
}

/** Watches a folder of the server's machine. Its first files are read before the response. */
export async function addFolder(projectId: string, path: string): Promise<void> {
  await request("/api/folders", { method: "POST", ...jsonBody({ projectId, path }) });
}

export async function removeFolder(id: string, keepsFiles: boolean): Promise<void> {
  const query = new URLSearchParams({ files: keepsFiles ? "keep" : "delete" });
  await request(`/api/folders/${encodeURIComponent(id)}?${query}`, { method: "DELETE" });
}

export async function moveFile(id: string, projectId: string | null): Promise<void> {
  await request(`/api/files/${encodeURIComponent(id)}`, { method: "PATCH", ...jsonBody({ projectId }) });
}
