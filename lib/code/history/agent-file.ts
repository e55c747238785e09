import { z } from "zod";
import { agentFileHead, type FileRevision, fileRevision } from "@/lib/shared/agents/agent-file";
import { FILE_PLACE, isSingle, PARTS, type PartKind } from "@/lib/shared/kinds";
import { type JsonPath, parseAt, refuseFile } from "./file-problem";
import { partOfAgent } from "./kinds";
import { SECTIONS } from "./sections";

type Version = Omit<FileRevision, "kind" | "name">;

export type FileItem = {
  kind: PartKind;
  name: string;
  versions: Version[];
  /** The live version, or null if the history ends with a deletion or no version was ever live. */
  live: Version | null;
  /** Where the file contains the live content, for error messages. */
  place?: JsonPath;
  /** Whether a tool or a skill is enabled. */
  enabled?: boolean;
};

export type AgentFile = {
  exportedAt: string;
  things: FileItem[];
  sections: [field: string, value: unknown][];
};

/** Lists are validated later, one entry at a time, because a hostile file can have long ones. */
const agentFile = z.strictObject({
  ...agentFileHead,
  ...Object.fromEntries(PARTS.map((kind) => [FILE_PLACE[kind].field, fieldOf(kind)])),
  ...Object.fromEntries(Object.keys(SECTIONS).map((field) => [field, z.unknown().optional()])),
  /** All versions of all items. The versions of one item are in order, from the first. */
  history: z.array(z.unknown()),
});

type Head = { exportedAt: string; history: unknown[] };

function fieldOf(kind: PartKind): z.ZodType {
  const { content, limit, isOptional } = partOfAgent(kind).file;
  const list = limit ? z.array(z.unknown()).max(...limit) : z.array(z.unknown());
  const field = FILE_PLACE[kind].key === undefined ? content : list;
  return isOptional ? field.optional() : field;
}

/**
 * Parses an agent file. Its items keep the order of the history. Throws with the position of the first
 * error. Code is not compiled here.
 */
export function readAgentFile(input: unknown): AgentFile {
  const { exportedAt, history, ...live }: Head & Record<string, unknown> = parseAt(agentFile, input, []);
  const things = readHistory(history);
  const attachLive = ({ kind, name, content, enabled, place }: Live) => {
    const thing = things.get(keyOf(kind, name));
    if (!thing?.live) throw refuseFile(place, `"${name}" has no live version in the history`);
    if (thing.place) throw refuseFile(place, `"${name}" appears twice`);
    if (JSON.stringify(content) !== JSON.stringify(thing.live.content))
      throw refuseFile(place, `the content is not the last live version of "${name}" in the history`);
    Object.assign(thing, { place, enabled });
  };
  for (const kind of PARTS) for (const one of liveIn(live, kind)) attachLive(one);
  for (const thing of things.values())
    if (thing.live && !thing.place)
      throw refuseFile(
        [FILE_PLACE[thing.kind].field],
        `"${thing.name}" is live in the history but missing here`,
      );
  const sections = Object.entries(SECTIONS).flatMap(([field, { file }]): AgentFile["sections"] =>
    live[field] === undefined ? [] : [[field, parseAt(file, live[field], [field])]],
  );
  return { exportedAt, things: [...things.values()], sections };
}

type Live = { kind: PartKind; name: string; content: unknown; enabled?: boolean; place: JsonPath };

function* liveIn(file: Record<string, unknown>, kind: PartKind): Generator<Live> {
  const { field, key } = FILE_PLACE[kind];
  const { name, fields, extraFields } = partOfAgent(kind).file;
  const value = file[field];
  if (value === undefined) return;
  if (key === undefined) return yield { kind, name: kind, content: value, place: [field] };
  const entry = z.strictObject({ [key]: name, ...fields, ...extraFields });
  for (const [at, item] of (Array.isArray(value) ? value : []).entries()) {
    const place = [field, at];
    const { [key]: itemName, enabled, ...content } = parseAt(entry, item, place);
    yield {
      kind,
      name: String(itemName),
      content,
      ...(enabled !== undefined && { enabled: enabled === true }),
      place,
    };
  }
}

const keyOf = (kind: PartKind, name: string) => `${kind} ${name}`;

function readHistory(items: unknown[]): Map<string, FileItem> {
  const things = new Map<string, FileItem>();
  for (const [at, item] of items.entries()) {
    const { kind, name, ...version } = readRevision(item, at);
    const key = keyOf(kind, name);
    const thing = things.get(key) ?? { kind, name, versions: [], live: null };
    const last = thing.versions.at(-1)?.version;
    if (last !== undefined && version.version !== last + 1)
      throw refuseFile(
        ["history", at, "version"],
        `version ${version.version} of "${name}" follows version ${last}: ${
          version.version > last ? "the versions in between are missing" : "it is duplicated or out of order"
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
  const { file } = partOfAgent(revision.kind);
  const name = parseAt(file.name, revision.name, ["history", at, "name"]);
  // Null content is a deletion. It is invalid for a text that always exists, such as the prompt, because such
  // a text can only be emptied.
  if (revision.content === null && (file.isOptional || !isSingle(revision.kind)))
    return { ...revision, name };
  const content = parseAt(file.content, revision.content, ["history", at, "content"]);
  return { ...revision, name, content };
}
