import type { z } from "zod";
import {
  agentFile,
  type FileRevision,
  fileComponent,
  fileContents,
  fileRevision,
  fileState,
  fileTool,
} from "@/lib/shared/agent-file";
import type { PartKind } from "@/lib/shared/history";
import { type Path, parseAt, refuse } from "./file-problem";

type Version = Omit<FileRevision, "kind" | "name">;

/** A thing as a file brings it: its versions, and which of them is live. */
export type FileThing = {
  kind: PartKind;
  name: string;
  versions: Version[];
  /** Null where its history ends with a deletion, or nothing ever went live. */
  live: Version | null;
  /** Where the file says what is live. */
  place?: Path;
  /** Of a tool. */
  enabled?: boolean;
};

export type AgentFile = { exportedAt: string; things: FileThing[] };

/** What a file says, in the order of its history; throws what is wrong with it and where. It is not compiled yet. */
export function readAgentFile(given: unknown): AgentFile {
  const file = parseAt(agentFile, given, []);
  const things = readHistory(file.history);
  const tell = (kind: PartKind, name: string, content: unknown, path: Path): FileThing => {
    const thing = things.get(keyOf(kind, name));
    if (!thing?.live) throw refuse(path, `"${name}" has no live version in the history`);
    if (thing.place) throw refuse(path, `"${name}" is there twice`);
    if (JSON.stringify(content) !== JSON.stringify(thing.live.content))
      throw refuse(path, `it is not the last live version of "${name}" in the history`);
    thing.place = path;
    return thing;
  };
  tell("system_prompt", "system_prompt", file.prompt, ["prompt"]);
  tell("learned_notes", "learned_notes", file.notes, ["notes"]);
  for (const [at, item] of file.tools.entries()) {
    const { name, enabled, ...content } = parseAt(fileTool, item, ["tools", at]);
    tell("tool", name, content, ["tools", at]).enabled = enabled;
  }
  for (const [at, item] of file.components.entries()) {
    const { name, ...content } = parseAt(fileComponent, item, ["components", at]);
    tell("component", name, content, ["components", at]);
  }
  for (const [at, item] of file.state.entries()) {
    const { key, ...content } = parseAt(fileState, item, ["state", at]);
    tell("state", key, content, ["state", at]);
  }
  for (const thing of things.values())
    if (thing.live && !thing.place)
      throw refuse([PLACE[thing.kind]], `"${thing.name}" is live in the history, and missing here`);
  return { exportedAt: file.exportedAt, things: [...things.values()] };
}

/** Where a file says what is live. */
const PLACE: Record<PartKind, string> = {
  system_prompt: "prompt",
  learned_notes: "notes",
  tool: "tools",
  component: "components",
  state: "state",
};

const keyOf = (kind: PartKind, name: string) => `${kind} ${name}`;

function readHistory(items: unknown[]): Map<string, FileThing> {
  const things = new Map<string, FileThing>();
  for (const [at, item] of items.entries()) {
    const { kind, name, ...version } = readRevision(item, at);
    const key = keyOf(kind, name);
    const thing = things.get(key) ?? { kind, name, versions: [], live: null };
    const last = thing.versions.at(-1)?.version;
    if (last !== undefined && version.version !== last + 1)
      throw refuse(
        ["history", at, "version"],
        `version ${version.version} of "${name}" follows version ${last}: ${
          version.version > last ? "those between are missing" : "it is there twice, or out of order"
        }`,
      );
    thing.versions.push(version);
    if (version.live) thing.live = version.content === null ? null : version;
    things.set(key, thing);
  }
  return things;
}

function readRevision(item: unknown, at: number): FileRevision {
  const revision = parseAt(fileRevision, item, ["history", at]);
  const schemas: { name: z.ZodType<string>; content: z.ZodType } = fileContents[revision.kind];
  const name = parseAt(schemas.name, revision.name, ["history", at, "name"]);
  const isText = revision.kind === "system_prompt" || revision.kind === "learned_notes";
  if (revision.content === null && !isText) return { ...revision, name };
  const content = parseAt(schemas.content, revision.content, ["history", at, "content"]);
  return { ...revision, name, content };
}
