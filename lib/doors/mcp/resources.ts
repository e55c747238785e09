import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { hasReceived } from "@/lib/doors/programs/received";
import { read as readBlob } from "@/lib/ground/blobs/blobs";
import { AppError } from "@/lib/shared/errors";
import { uuid } from "@/lib/shared/ids";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { find as findState, keysMarked } from "@/lib/store/agents/state";
import { list as listFiles, readMany } from "@/lib/store/data/files";
import { listResults, readResult } from "@/lib/store/loop/program-calls";
import { resourceAddress, SCHEME } from "./address";
import { findCall } from "./call";
import { callState } from "./result";
import { readSkillResource, SKILL_SCHEME } from "./skills";

const JSON_TYPE = "application/json";
/** Maximum size of a file that can be read as a resource, in bytes. */
const MAX_FILE = 8_000_000;
/** Maximum listed resources of each kind, newest first. A program can read further resources by their URI. */
const MAX_LISTED = 100;

type Content = { mimeType: string; origins: readonly string[] } & ({ text: string } | { blob: string });

type Kind = {
  template: Omit<ResourceTemplateType, "uriTemplate">;
  path: string;
  /**
   * Returns true if the token may read this kind of resource. A token that names tools may read only what these
   * tools return.
   */
  isFor(token: McpToken): boolean;
  /**
   * Lists resources, except those that may contain web text. Many programs read every listed resource at their
   * start, which would count as reading web text.
   */
  list(token: McpToken): Promise<{ path: string[]; resource: Omit<Resource, "uri"> }[]>;
  read(token: McpToken, path: string[]): Promise<Content | null>;
};

const hasAll = ({ tools }: McpToken) => tools === null;

const KINDS: Record<string, Kind> = {
  state: {
    template: { name: "state", title: "A value of the agent's state", mimeType: JSON_TYPE },
    path: "{key}",
    isFor: ({ tools }) => tools === null || tools.includes("get_state"),
    async list({ agentId }) {
      const { keys, marked } = await keysMarked(agentId);
      const names = new Set(marked.map(({ name }) => name));
      const own = keys.filter((key) => !names.has(key)).slice(0, MAX_LISTED);
      return own.map((key) => ({ path: [key], resource: { name: key, mimeType: JSON_TYPE } }));
    },
    async read({ agentId }, [key = ""]) {
      const entry = await findState(agentId, key);
      return entry ? { ...asJson(entry.value), origins: entry.origins } : null;
    },
  },
  files: {
    template: { name: "file", title: "A file from the user or the agent" },
    path: "{id}",
    isFor: hasAll,
    async list({ agentId }) {
      const { files } = await listFiles(agentId, { limit: MAX_LISTED });
      const own = files.filter(({ origins }) => origins.length === 0);
      return own.map(({ id, name, mediaType, size, description }) => ({
        path: [id],
        resource: { name, mimeType: mediaType, size, ...(description && { description }) },
      }));
    },
    async read({ agentId }, [id = ""]) {
      const [file] = uuid.safeParse(id).success ? await readMany(agentId, [id]) : [];
      if (!file || file.deleted) return null;
      const { name, size, mediaType: mimeType, hash, origins } = file;
      if (size > MAX_FILE)
        throw new AppError("too_large", `${name} is ${size} bytes; at most ${MAX_FILE} can be read here.`);
      const bytes = await readBlob(hash);
      if (!bytes) return null;
      const isText = mimeType.startsWith("text/") || mimeType === JSON_TYPE;
      const content = isText
        ? { text: new TextDecoder().decode(bytes) }
        : { blob: Buffer.from(bytes).toString("base64") };
      return { mimeType, origins, ...content };
    },
  },
  results: {
    template: { name: "result", title: "The user's answer in a component", mimeType: JSON_TYPE },
    path: "{conversation}/{message}/{call}",
    isFor: hasAll,
    async list({ agentId }) {
      const results = await listResults(agentId, MAX_LISTED);
      const own = results.filter(({ readWeb }) => readWeb.length === 0);
      return own.map(({ conversationId, messageId, toolCallId, title, createdAt }) => ({
        path: [conversationId, messageId, toolCallId],
        resource: { name: title, mimeType: JSON_TYPE, description: `Answered at ${createdAt}` },
      }));
    },
    async read({ agentId }, [conversationId = "", messageId = "", toolCallId = ""]) {
      if (!uuid.safeParse(conversationId).success) return null;
      const result = await readResult({ agentId, conversationId, messageId, toolCallId });
      return result && { ...asJson({ title: result.title, answer: result.output }), origins: result.readWeb };
    },
  },
  calls: {
    template: { name: "call", title: "A call that waited for the user", mimeType: JSON_TYPE },
    path: "{id}",
    isFor: () => true,
    list: async () => [],
    async read(token, [id = ""]) {
      const call = await findCall(token, id);
      return call && { ...asJson(callState(call)), origins: [] };
    },
  },
};

export async function listOwnResources(token: McpToken): Promise<Resource[]> {
  const each = allowed(token).map(async ([kind, { list }]) =>
    (await list(token)).map(({ path, resource }) => ({ ...resource, uri: resourceAddress(kind, path) })),
  );
  return (await Promise.all(each)).flat();
}

export const listTemplates = (token: McpToken): ResourceTemplateType[] =>
  allowed(token).map(([kind, { template, path }]) => ({
    ...template,
    uriTemplate: `${SCHEME}//${kind}/${path}`,
  }));

/** Reads a resource. If it contains web text, the program counts as having read that text from then on. */
export async function readResource(token: McpToken, uri: string): Promise<ReadResourceResult> {
  const { protocol, host, pathname } = URL.parse(uri) ?? {};
  const file = protocol === SKILL_SCHEME ? await readSkillResource(token, uri) : null;
  if (file) return file;
  const kind = allowed(token).find(([name]) => protocol === SCHEME && name === host)?.[1];
  const content = kind && (await kind.read(token, segmentsOf(pathname ?? "")));
  if (!content) throw new ResourceNotFoundError(uri, `There is nothing at ${uri} for this token.`);
  const { origins, ...rest } = content;
  hasReceived(token.id, origins);
  return { contents: [{ uri, ...rest }] };
}

const allowed = (token: McpToken) => Object.entries(KINDS).filter(([, { isFor }]) => isFor(token));

function segmentsOf(pathname: string): string[] {
  try {
    return pathname.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return [];
  }
}

const asJson = (value: unknown) => ({ mimeType: JSON_TYPE, text: JSON.stringify(value, null, 2) });
