import { z } from "zod";
import { noteContradictions, supersede } from "@/lib/data/memory/contradictions";
import { facts } from "@/lib/data/memory/facts";
import { searchMemory } from "@/lib/data/memory/search/search";
import { endConversationSession, NEW_SESSION } from "@/lib/data/memory/sessions";
import type { Fact, RecalledFact } from "@/lib/data/memory/store";
import { AppError } from "@/lib/shared/errors";
import { category, certainty, type FactSource, factText, layer } from "@/lib/shared/memory/facts";
import { MAX_QUERY, MAX_RESULTS } from "@/lib/shared/memory/memory-search";
import { projectOf } from "@/lib/store/loop/conversations";
import { listFacts, readFact } from "@/lib/store/memory/fact-list";
import { by } from "./by";
import type { ToolContext } from "./context";
import { defineTool } from "./define";

const query = z.string().trim().min(1).max(MAX_QUERY);
const limit = z.int().min(1).max(MAX_RESULTS).default(10);
const time = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), "Give an ISO date, such as 2026-03-01")
  .optional();

const INTERNET = "search looks through memory and files; to search the internet, call web_search.";

const factInput = z.object({
  action: z.enum(["store", "recall", "list", "forget"]),
  layer: layer.optional(),
  content: factText.optional(),
  category: category.optional(),
  certainty: certainty.optional(),
  query: query.optional(),
  limit,
  memory_id: z.uuid().optional(),
});
type FactInput = z.output<typeof factInput>;

export const factTools = {
  memory: defineTool({
    title: "Keep facts",
    help: "Stores short statements, permanently or for a time, and finds them again.",
    description:
      "Facts as short statements: store (long: permanent, mid: plans, short: days, session: this chat; __NEW_SESSION__ with category system ends it), recall by query, list, forget memory_id; store supersedes memory_id.",
    input: factInput,
    uses: {
      field: "action",
      of: {
        store: { needs: ["layer", "content"], takes: ["category", "certainty", "memory_id"] },
        recall: { needs: ["query"], takes: ["layer", "limit"] },
        list: { takes: ["layer", "limit"] },
        forget: { needs: ["memory_id"] },
      },
    },
    hints: { reads: ["memory"], writes: ["memory"] },
    afterWeb: ({ action }) => action === "store" || action === "forget",
    refuses: async ({ memory_id }, { agentId }) => {
      if (memory_id !== undefined) await readFact(agentId, memory_id);
    },
    execute: async (input, context) => {
      switch (input.action) {
        case "store":
          return { success: true, ...(await store(input, context)) };
        case "recall":
          return { success: true, memories: formatFacts(await recallFacts(input, context), context) };
        case "list": {
          const { agentId, conversationId } = context;
          const { layer, limit } = input;
          const projectId = await projectOf(agentId, conversationId);
          return {
            success: true,
            memories: formatFacts(
              (await listFacts(agentId, { layer, limit, conversationId, projectId })).facts,
              context,
            ),
          };
        }
        case "forget":
          return { success: true, ...(await forget(input, context)) };
      }
    },
  }),
  search: defineTool({
    title: "Search memory and files",
    help: "Finds archived notes, facts, earlier messages and passages of files.",
    description: "Searches the archive, facts, earlier conversations and the text of files.",
    input: z.object({
      domain: z.enum(["archival_memory", "conversations", "files", "all"]).default("all"),
      query,
      limit,
      from: time,
      to: time,
      role: z.enum(["user", "assistant"]).optional(),
      beyond_project: z.boolean().optional(),
    }),
    elsewhere: { type: INTERNET, max_results: `${INTERNET} Here the field is limit.` },
    hints: { reads: ["memory", "files"], idempotent: true },
    refuses: null,
    execute: async ({ query, beyond_project: isWider, ...options }, context) => {
      const { agentId, conversationId } = context;
      const projectId = isWider ? null : await projectOf(agentId, conversationId);
      const { results, marked, web } = await searchMemory(agentId, query, {
        ...{ ...options, conversationId },
        ...(projectId !== null && { projectId }),
      });
      marked.forEach(context.readStored);
      web.forEach(context.readWeb);
      return { results };
    },
  }),
};

async function store({ layer, content, category, certainty, memory_id }: FactInput, context: ToolContext) {
  const { agentId, conversationId, messageId } = context;
  const [factLayer, text] = [
    requireField("layer", layer, "store"),
    requireField("content", content, "store"),
  ];
  if (factLayer === "session" && text === NEW_SESSION && category === "system") {
    await endConversationSession(agentId, conversationId);
    return { message: "The session ends after this answer. The next message starts a new one." };
  }
  if (memory_id !== undefined) await readFact(agentId, memory_id);
  const pages = context.origins();
  const source = { conversationId, messageId, ...(pages.length > 0 && { pages }) };
  const fact = { layer: factLayer, content: text, category, certainty, source };
  const own = factLayer === "session" ? { conversationId } : {};
  const stored = await facts.remember(agentId, { ...fact, ...own }, by(context));
  const isSuperseding =
    memory_id !== undefined && (await supersede(agentId, memory_id, stored.id, by(context)));
  const others = await noteContradictions(agentId, stored);
  const memories = formatFacts([stored], context);
  return {
    memories,
    ...(isSuperseding && { superseded: memory_id }),
    ...(others.length > 0 && {
      may_contradict: formatFacts(others, context).map(({ id, content }) => ({ id, content })),
      message: `If the new fact replaces one of these, call memory with action "store", the same layer and content, and memory_id "${others[0]?.id}": that fact is superseded. If both hold, do nothing.`,
    }),
  };
}

async function recallFacts({ query, layer, limit }: FactInput, { agentId, conversationId }: ToolContext) {
  const wanted = requireField("query", query, "recall");
  const projectId = await projectOf(agentId, conversationId);
  return facts.recall(agentId, wanted, { layer, limit, conversationId, projectId });
}

async function forget({ memory_id }: FactInput, context: ToolContext) {
  const id = requireField("memory_id", memory_id, "forget");
  if (await facts.forget(context.agentId, id, by(context))) return {};
  throw new AppError("not_found", `There is no fact ${id}. Use list or recall to see the ids.`);
}

function requireField<T>(field: string, value: T | undefined, action: string): T {
  if (value !== undefined) return value;
  throw new AppError("invalid", `${action} needs ${field}.`);
}

function formatFacts(
  all: readonly (Pick<
    Fact,
    | "id"
    | "layer"
    | "content"
    | "category"
    | "certainty"
    | "source"
    | "origins"
    | "createdAt"
    | "expiresAt"
    | "lastRecalledAt"
  > &
    Partial<Pick<RecalledFact, "relevance" | "foundBy">>)[],
  { readStored }: ToolContext,
) {
  return all.map(({ id, layer, content, category, certainty, origins, createdAt, expiresAt, ...fact }) => {
    if (origins.length > 0) readStored({ kind: "memory", name: id, origins });
    const { conversationId, messageId, pages } = (fact.source ?? {}) as FactSource;
    return {
      ...{ id, layer, content },
      ...(category !== null && { category }),
      ...{ certainty, created_at: createdAt },
      ...(expiresAt && { expires_at: expiresAt }),
      // A fact without a source was written by the user.
      ...(conversationId && {
        source: { conversation_id: conversationId, message_id: messageId, ...(pages && { pages }) },
      }),
      ...(fact.lastRecalledAt && { last_used: fact.lastRecalledAt }),
      ...(fact.relevance !== undefined && { relevance: fact.relevance, found_by: fact.foundBy }),
    };
  });
}
