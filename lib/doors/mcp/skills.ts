import { createHash } from "node:crypto";
import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { bytesOf, textOf } from "@/lib/code/skills/files";
import { parseSkillMd } from "@/lib/code/skills/skill-md";
import { hasReceived } from "@/lib/doors/programs/received";
import type { SkillContent, SkillFile } from "@/lib/shared/skills/contract";
import { SKILL_MD, sizeOfFile } from "@/lib/shared/skills/fields";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { listSkills, readSkill, type StoredSkill } from "@/lib/store/agents/skills";

/* The extension of SEP-2640: skills as resources with the scheme `skill`. */

export const SKILLS_EXTENSION = "io.modelcontextprotocol/skills";
export const SKILL_SCHEME = "skill:";
const MARKDOWN = "text/markdown";
const DIRECTORY = "inode/directory";
/** Skills of one page of skills/list. */
const PAGE = 20;

/** In ms. A program must ask again, because a skill can change at any time. */
const CACHE = { ttlMs: 0, cacheScope: "private" } as const;

export const skillMethods = {
  list: z.object({ cursor: z.string().max(100).optional() }).optional(),
  get: z.object({ uri: z.string().max(2_000) }),
  directory: z.object({ uri: z.string().max(2_000), cursor: z.string().max(100).optional() }),
};

const isFor = ({ tools }: McpToken): boolean => tools === null || tools.includes("use_skill");

/** Enabled skills, except those that may contain text of strangers: many programs read every list at their start. */
const listed = async (token: McpToken) =>
  isFor(token) ? (await listSkills(token.agentId, true)).filter(({ origins }) => origins.length === 0) : [];

export const skillTemplates = (token: McpToken): ResourceTemplateType[] =>
  isFor(token)
    ? [{ name: "skill", title: "A file of a skill", uriTemplate: `${SKILL_SCHEME}//{name}/{+path}` }]
    : [];

/** Lists each skill's SKILL.md. */
export async function listSkillResources(token: McpToken): Promise<Resource[]> {
  return (await listed(token)).map(({ name, description }) => ({
    ...{ uri: uriOf(name, SKILL_MD), name, description, mimeType: MARKDOWN },
  }));
}

/** Answers `skills/list`. The cursor is the name of the last skill before the page. */
export async function listSkillEntries(token: McpToken, cursor = "") {
  const names = (await listed(token)).map(({ name }) => name).filter((name) => name > cursor);
  const page = await Promise.all(names.slice(0, PAGE).map((name) => readSkill(token.agentId, name)));
  const skills = page.flatMap((skill) => (skill ? [entryOf(skill)] : []));
  const last = names.length > PAGE ? names[PAGE - 1] : undefined;
  return { skills, ...(last !== undefined && { nextCursor: last }), ...CACHE };
}

/** Answers `skills/get`. */
export async function getSkillEntry(token: McpToken, uri: string) {
  const [name, path] = partsOf(uri);
  const skill = path === SKILL_MD ? await skillFor(token, name) : null;
  if (!skill) throw unknown(uri);
  return { skill: entryOf(skill), ...CACHE };
}

/** Reads a file of a skill; null if there is none. */
export async function readSkillResource(token: McpToken, uri: string): Promise<ReadResourceResult | null> {
  const [name, path] = partsOf(uri);
  const skill = await skillFor(token, name);
  const file = skill && fileOf(skill.content, path);
  if (!file) return null;
  const bytes = await bytesOf(file);
  const text = textOf(bytes);
  const content = text === null ? { blob: Buffer.from(bytes).toString("base64") } : { text };
  return { contents: [{ uri, mimeType: typeOf(path, text !== null), ...content }] };
}

/** Answers `resources/directory/read`: the files and folders directly in a folder of a skill. */
export async function readSkillDirectory(token: McpToken, uri: string) {
  const [name, folder] = partsOf(uri.replace(/\/$/, ""));
  const skill = await skillFor(token, name);
  const below = folder === "" ? "" : `${folder}/`;
  const paths = skill ? [SKILL_MD, ...skill.content.files.map(({ path }) => path)] : [];
  const inside = paths.filter((path) => path.startsWith(below));
  if (inside.length === 0) throw unknown(uri);
  const children = new Map<string, string>();
  for (const path of inside) {
    const [child = "", ...rest] = path.slice(below.length).split("/");
    children.set(child, rest.length > 0 ? DIRECTORY : typeOf(child, true));
  }
  const resources = [...children].map(([child, mimeType]) => ({
    ...{ uri: uriOf(name, below + child), name: child, mimeType },
  }));
  return { resources, ...CACHE };
}

/** Returns a skill that the token may read. Its text then counts as received. */
async function skillFor(token: McpToken, name: string): Promise<StoredSkill | null> {
  const skill = isFor(token) ? await readSkill(token.agentId, name) : null;
  if (!skill?.enabled) return null;
  hasReceived(token.id, skill.origins);
  return skill;
}

function entryOf({ name, content }: StoredSkill) {
  const files = [markdownFile(content), ...content.files];
  return {
    uri: uriOf(name, SKILL_MD),
    frontmatter: parseSkillMd(content.markdown).raw,
    resources: files.map((file) => ({
      uri: uriOf(name, file.path),
      digest: `sha256:${"hash" in file ? file.hash : createHash("sha256").update(file.text).digest("hex")}`,
      size: sizeOfFile(file),
    })),
  };
}

const markdownFile = ({ markdown }: SkillContent): SkillFile => ({ path: SKILL_MD, text: markdown });

const fileOf = (content: SkillContent, path: string): SkillFile | undefined =>
  [markdownFile(content), ...content.files].find((file) => file.path === path);

const typeOf = (path: string, isText: boolean): string =>
  /\.md$/i.test(path) ? MARKDOWN : isText ? "text/plain" : "application/octet-stream";

const uriOf = (name: string, path: string): string =>
  `${SKILL_SCHEME}//${[name, ...path.split("/")].map(encodeURIComponent).join("/")}`;

function partsOf(uri: string): [name: string, path: string] {
  const { protocol, host, pathname } = URL.parse(uri) ?? {};
  if (protocol !== SKILL_SCHEME || !host) return ["", ""];
  try {
    return [host, (pathname ?? "").split("/").slice(1).map(decodeURIComponent).join("/")];
  } catch {
    return ["", ""];
  }
}

const unknown = (uri: string): ProtocolError =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no skill or folder at ${uri} for this token.`,
    { uri },
  );
