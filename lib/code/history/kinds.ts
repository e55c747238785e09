import type { TransactionSql } from "postgres";
import { z } from "zod";
import { compile } from "@/lib/code/compile/index";
import { problemOfPropsSchema } from "@/lib/code/components/props";
import { restoreComponent } from "@/lib/code/components/save";
import { checkSkill, restoreSkill, skillRevision } from "@/lib/code/skills/save";
import { checkTool } from "@/lib/code/tools/check";
import { restoreTool } from "@/lib/code/tools/save";
import { checkContent, jobPlanOf } from "@/lib/data/schedule/plan";
import { restoreDatabase } from "@/lib/data/sqlite/restore";
import { toolContent } from "@/lib/shared/agent-tools/contract";
import {
  newToolName,
  parameterSchema,
  toolCode,
  toolDescription,
  toolLimits,
} from "@/lib/shared/agent-tools/fields";
import { boardContent, MAX_BOARDS } from "@/lib/shared/boards/content";
import { boardFields } from "@/lib/shared/boards/fields";
import { componentContent } from "@/lib/shared/components/contract";
import {
  componentCode,
  componentDescription,
  componentName,
  propsSchema,
} from "@/lib/shared/components/fields";
import { dbSchema } from "@/lib/shared/data/documents-schema";
import { isAppError } from "@/lib/shared/errors";
import type { WholeRevision } from "@/lib/shared/history";
import { identityText } from "@/lib/shared/identity";
import { jobContent, jobName, MAX_JOBS, MAX_TRIGGERS } from "@/lib/shared/jobs/fields";
import { JOB_KINDS } from "@/lib/shared/jobs/kinds";
import { jsonValue } from "@/lib/shared/json-value";
import { isPart, type Kind, type PartKind } from "@/lib/shared/kinds";
import { factContent, factFields } from "@/lib/shared/memory/facts";
import {
  blockContent,
  blockFields,
  blockKey,
  MAX_ARCHIVE_ENTRIES,
  MAX_CONTEXT_BLOCKS,
  memoryBlob,
  nameOfBlock,
} from "@/lib/shared/memory/memory";
import { MAX_PROJECTS, projectContent } from "@/lib/shared/projects/content";
import { projectFields } from "@/lib/shared/projects/fields";
import { type SkillContent, skillContent } from "@/lib/shared/skills/contract";
import { MAX_SKILLS, skillFields, skillName } from "@/lib/shared/skills/fields";
import { stateKey } from "@/lib/shared/state-key";
import { FAMILIES } from "@/lib/shared/tools/families";
import { putTool } from "@/lib/store/agents/agent-tools";
import { putBoard } from "@/lib/store/agents/boards";
import { setComponent } from "@/lib/store/agents/components";
import { putText } from "@/lib/store/agents/identity";
import { putJob } from "@/lib/store/agents/job-versions";
import { restoreFamily } from "@/lib/store/agents/model-families";
import { putProject } from "@/lib/store/agents/projects";
import { putSkill } from "@/lib/store/agents/skills";
import { putState } from "@/lib/store/agents/state";
import { type Notice, publish } from "@/lib/store/bus";
import { putCollection } from "@/lib/store/data/document-history";
import { assertFree, putFact } from "@/lib/store/memory/memories";
import { putBlock, restoreBlock } from "@/lib/store/memory/memory-blocks";
import { type Add, changing, type Item, type NewRevision, publishChange } from "@/lib/store/revisions";
import { type JsonPath, refuseFile } from "./file-problem";

type Put = (tx: TransactionSql, add: Add, item: Item, revision: NewRevision) => Promise<WholeRevision>;
type Restore = (agentId: string, revision: WholeRevision, accept?: boolean) => Promise<WholeRevision>;

type PartOfAgent = {
  /** Writes a version and puts it live, without publishing a notice. Null content deletes the item. */
  put: Put;
  /**
   * Restores an earlier version as a new live one, for kinds that need more than `put`. `accept` allows a
   * version that fails its tests.
   */
  restore?: Restore;
  /** Returns a notice to publish in addition to the notice that the history changed. */
  notice?(item: Item): Notice;
  /**
   * How the item is stored in an agent file. `fields` are the fields of an object as content, and
   * `extraFields` are stored next to the content.
   */
  file: {
    name: z.ZodType<string>;
    content: z.ZodType;
    fields?: z.ZodRawShape;
    extraFields?: z.ZodRawShape;
    /** Older releases did not have this kind, so their agent files may omit it. */
    isOptional?: true;
    limit?: [count: number, message: string];
  };
  /** Returns the blobs that a version refers to. A file must contain each of them. */
  blobs?(content: unknown): { hash: string; size: number }[];
  /** Throws if a version that a file would put live is invalid. `place` is its position in the file. */
  check?(name: string, content: unknown, place: JsonPath): Promise<void>;
};

const identity = (kind: "system_prompt" | "learned_notes"): PartOfAgent => ({
  put: (tx, add, { agentId }, revision) =>
    putText(tx, add, agentId, kind, { ...revision, content: z.string().parse(revision.content) }),
  file: { name: z.literal(kind), content: identityText },
});

const blockContentOf = (content: unknown) => (content === null ? null : blockContent.parse(content));

const listed = (name: z.ZodType<string>, fields: z.ZodRawShape) => ({
  ...{ name, fields },
  content: z.strictObject(fields),
});

const binaryFiles = ({ files }: SkillContent) => files.flatMap((file) => ("text" in file ? [] : [file]));

const stateContent = z.object({ value: z.unknown() });

/** A kind of which each agent has at most one text, which does not exist until it is written. */
const written = (kind: "memory_blob" | "db_schema", content: z.ZodType<string>): PartOfAgent => ({
  put: (tx, add, { agentId }, revision) =>
    putText(tx, add, agentId, kind, { ...revision, content: z.string().nullable().parse(revision.content) }),
  file: { name: z.literal(kind), content, isOptional: true },
});

const PARTS_OF_AGENT: Record<PartKind, PartOfAgent> = {
  system_prompt: identity("system_prompt"),
  learned_notes: identity("learned_notes"),
  tool: {
    put: (tx, add, { agentId, name }, { content, ...by }) =>
      putTool(tx, add, agentId, name, {
        ...by,
        content: content === null ? null : toolContent.parse(content),
      }),
    restore: restoreTool,
    file: {
      ...listed(newToolName, {
        description: toolDescription,
        parameter_schema: parameterSchema,
        code: toolCode,
        limits: toolLimits.nullable(),
      }),
      extraFields: { enabled: z.boolean() },
      limit: [1_000, "An agent has at most 1,000 tools"],
    },
    async check(name, content, place) {
      try {
        await checkTool(name, toolContent.parse(content));
      } catch (error) {
        if (isAppError(error) && error.code === "invalid") throw refuseFile(place, error.message);
        throw error;
      }
    },
  },
  component: {
    put: (tx, add, { agentId, name }, { content, ...by }) =>
      setComponent(tx, add, agentId, name, {
        ...by,
        content: content === null ? null : componentContent.parse(content),
      }),
    restore: (agentId, revision, accept) =>
      revision.deleted ? putBack(agentId, revision) : restoreComponent(agentId, revision, accept),
    notice: ({ agentId: agent, name }) => ({ type: "component", agent, name }),
    file: {
      ...listed(componentName, {
        description: componentDescription,
        code: componentCode,
        props_schema: propsSchema.nullable(),
      }),
      limit: [1_000, "An agent has at most 1,000 components"],
    },
    async check(_, content, place) {
      const { code, props_schema } = componentContent.parse(content);
      const problem = props_schema && problemOfPropsSchema(props_schema);
      if (problem) throw refuseFile([...place, "props_schema"], problem);
      const compiled = await compile(code);
      if (compiled.ok) return;
      const { message, line, column, frame } = compiled.error;
      throw refuseFile([...place, "code"], `${message} (line ${line}, column ${column})\n\n${frame}`);
    },
  },
  skill: {
    put: (tx, add, { agentId, name }, revision) => putSkill(tx, add, agentId, name, skillRevision(revision)),
    restore: restoreSkill,
    file: {
      ...listed(skillName, skillFields),
      extraFields: { enabled: z.boolean() },
      isOptional: true,
      limit: [MAX_SKILLS, `An agent has at most ${MAX_SKILLS} skills`],
    },
    blobs: (content) => (content === null ? [] : binaryFiles(skillContent.parse(content))),
    async check(name, content, place) {
      try {
        const checked = checkSkill(skillContent.parse(content));
        if (checked.name === name) return;
      } catch (error) {
        if (isAppError(error)) throw refuseFile(place, error.message);
        throw error;
      }
      throw refuseFile([...place, "markdown"], `the name in its frontmatter is not "${name}"`);
    },
  },
  state: {
    put: (tx, add, { agentId, name }, { content, ...by }) =>
      putState(tx, add, agentId, name, {
        ...by,
        content: content === null ? null : stateContent.parse(content),
      }),
    notice: ({ agentId: agent, name: key }) => ({ type: "state", agent, key }),
    file: listed(stateKey, { value: jsonValue }),
  },
  board: {
    put: (tx, add, { agentId, name }, { content, ...by }) =>
      putBoard(tx, add, agentId, name, {
        ...by,
        content: content === null ? null : boardContent.parse(content),
      }),
    file: {
      ...listed(z.uuid(), boardFields),
      isOptional: true,
      limit: [MAX_BOARDS, "An agent has at most 30 boards"],
    },
  },
  project: {
    put: (tx, add, { agentId, name }, { content, ...by }) =>
      putProject(tx, add, agentId, name, {
        ...by,
        content: content === null ? null : projectContent.parse(content),
      }),
    file: {
      ...listed(z.uuid(), projectFields),
      isOptional: true,
      limit: [MAX_PROJECTS, `An agent has at most ${MAX_PROJECTS} projects`],
    },
  },
  job: {
    put: (tx, add, { agentId, name }, { content, ...by }) =>
      putJob(
        ...([tx, add, agentId, name] as const),
        { ...by, content: content === null ? null : jobContent.parse(content) },
        jobPlanOf,
      ),
    notice: ({ agentId: agent }) => ({ type: "jobs", agent }),
    file: {
      name: z.uuid(),
      content: jobContent,
      fields: { kind: z.enum(JOB_KINDS), name: jobName, instruction: z.string(), spec: z.looseObject({}) },
      isOptional: true,
      limit: [MAX_JOBS + MAX_TRIGGERS + 1, "An agent has at most 101 jobs and triggers"],
    },
    async check(_, content, place) {
      try {
        checkContent(jobContent.parse(content));
      } catch (error) {
        if (isAppError(error)) throw refuseFile(place, error.message);
        throw error;
      }
    },
  },
  memory_blob: written("memory_blob", memoryBlob),
  db_schema: written("db_schema", dbSchema),
  block: {
    put: (tx, add, item, { content, ...by }) =>
      putBlock(tx, add, item, { ...by, content: blockContentOf(content) }),
    restore: (agentId, { name, version, content, origins }) =>
      restoreBlock(agentId, name, {
        ...{ content: blockContentOf(content), origins },
        ...{ author: "restore", cause: { restored: { version } } },
      }),
    file: {
      ...{ name: nameOfBlock, fields: blockFields, content: blockContent, isOptional: true },
      limit: [MAX_CONTEXT_BLOCKS + MAX_ARCHIVE_ENTRIES, "An agent has at most 10,030 memory blocks"],
    },
    async check(name, content, place) {
      const { kind, text, charLimit } = blockContent.parse(content);
      if ((kind === "archival") !== blockKey(name).isArchival)
        throw refuseFile([...place, "kind"], `"${name}" is not the name of a ${kind} block`);
      if (text.length > charLimit)
        throw refuseFile([...place, "text"], `the text is longer than its charLimit ${charLimit}`);
    },
  },
  memory: {
    async put(tx, add, { agentId, name }, { content, ...by }) {
      const fact = content === null ? null : factContent.parse(content);
      if (fact) await assertFree(tx, agentId, name, fact);
      return putFact(tx, add, agentId, name, { ...by, content: fact });
    },
    file: {
      ...{ name: z.uuid(), content: factContent, fields: factFields, isOptional: true },
      limit: [50_000, "An agent has at most 50,000 facts"],
    },
  },
};

export const partOfAgent = (kind: PartKind): PartOfAgent => PARTS_OF_AGENT[kind];

/** Kinds that are not in agent files. They are restored individually. */
const RESTORE: Record<Exclude<Kind, PartKind | "collection">, Restore> = {
  database: restoreDatabase,
  model_family: (agentId, { name, version, content }) =>
    restoreFamily(agentId, z.enum(FAMILIES).parse(name), z.string().nullable().parse(content), version),
};

export const restoreItem: Restore = (agentId, revision, accept) => {
  const { kind } = revision;
  if (isPart(kind)) return (PARTS_OF_AGENT[kind].restore ?? putBack)(agentId, revision, accept);
  return kind === "collection" ? putBack(agentId, revision) : RESTORE[kind](agentId, revision, accept);
};

/** Restores a version without any checks, because it was checked when it was stored. */
const putBack: Restore = async (agentId, { kind, name, version, content, origins }) => {
  const item = { agentId, kind, name };
  const cause = { restored: { version } };
  const restored = await changing(item, (tx, add) =>
    putItem(tx, add, item, { content, author: "restore", cause, origins }),
  );
  publishLive(item);
  return restored;
};

/** Writes a new live version of an agent's part or a collection. Publishes no notice. */
export const putItem: Put = (tx, add, item, revision) => {
  if (isPart(item.kind)) return PARTS_OF_AGENT[item.kind].put(tx, add, item, revision);
  if (item.kind === "collection") return putCollection(tx, add, item, revision);
  throw new Error(`A ${item.kind} is restored by a function of its own`);
};

/**
 * Publishes the notices for what `putItem` wrote, after the commit. The notice that the history changed comes
 * from `changing`.
 */
export function publishLive(item: Item): void {
  const { agentId: agent, kind, name } = item;
  if (kind === "collection") publish({ type: "documents", agent, collections: [name] });
  const notice = isPart(kind) && PARTS_OF_AGENT[kind].notice?.(item);
  if (notice) publish(notice);
}

/** Publishes all notices for items written by `changingAll`, which publishes none itself. */
export function publishAll(items: readonly Item[]): void {
  for (const item of items) {
    publishLive(item);
    publishChange(item);
  }
}
