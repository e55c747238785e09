import type { Message } from "@/lib/agent/message/message";
import { asSent, tokenCounter } from "@/lib/agent/message/tokens";
import { offerToContact } from "@/lib/agent/offer/contact";
import { loadedToolsets } from "@/lib/agent/offer/load-toolset";
import { offer } from "@/lib/agent/offer/toolset";
import { failureHint } from "@/lib/code/traces/hint";
import { defaultModel } from "@/lib/models/providers/index";
import { isAppError } from "@/lib/shared/errors";
import type { AssembledPrompt } from "@/lib/shared/tools/assembled";
import { parseSettings, type Settings, timeZoneOf } from "@/lib/store/agents/settings";
import { readAssembly } from "@/lib/store/loop/assembly";
import { catalog } from "@/lib/tools/toolsets/catalog";
import { adapterFor } from "./adapters/index";
import { PromptSnapshot } from "./prompt-snapshot";
import { systemParts } from "./system-prompt";

/**
 * Returns the prompt for the next message of a conversation, or for the first of a new one, with its model or
 * `wanted`. Recalled facts are those of the last message, because the next one is unknown.
 */
export async function assembled(
  agentId: string,
  conversationId?: string,
  wanted?: string,
): Promise<AssembledPrompt> {
  const read = await readAssembly(agentId, conversationId);
  const { identity, contact, projectId, memory, recalled } = read;
  const settings = parseSettings(read.settings);
  const toolsets = await catalog.toolsetsForRun({ agentId, authoredTools: read.authoredTools });
  const loaded = loadedToolsets((read.loads ?? []) as Message[]);
  const offered =
    contact === null
      ? offer({ settings, toolsets, loaded, allowed: read.approvedTools })
      : offerToContact(settings, toolsets);
  const model = wanted ?? read.model ?? (await usualModel(settings));
  const count = await tokenCounter();
  const loadedData = {
    ...{ components: read.components ?? [], jobs: read.jobs ?? [] },
    ...{ memory, timeZone: timeZoneOf(settings) },
  };
  const query = { text: "", conversationId: conversationId ?? "", before: recalled ?? [], projectId };
  const sent = await systemParts({
    ...{ identity, contact, settings, offer: offered, model: model ?? "" },
    // Viewing the prompt must not count as sending the hint.
    snapshot: new PromptSnapshot(agentId, query, loadedData, {
      hint: failureHint,
      projectId,
      conversationId,
    }),
    isNew: conversationId === undefined,
  });
  const parts = sent.map((part) => ({ ...part, tokens: count(part.text) }));
  const tools = [...offered.tools].map(([name, { tool, toolset }]) => {
    const { description, inputSchema, modelSchema: schema = inputSchema } = tool;
    return { name, toolset, description, schema, tokens: count(asSent(name, tool)) };
  });
  const total = [...parts, ...tools].reduce((sum, { tokens }) => sum + tokens, 0);
  return { model, isExact: adapterFor(model ?? "").id === "gpt", parts, tools, total };
}

function usualModel(settings: Settings): Promise<string | null> {
  return defaultModel(settings).catch((error) => {
    if (isAppError(error)) return null;
    throw error;
  });
}
