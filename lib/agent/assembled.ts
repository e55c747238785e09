import { componentsText } from "@/lib/authored/components/listed";
import { schemaText } from "@/lib/documents/prompt";
import { memoryText } from "@/lib/memory/prompt";
import { recalledText, recollectAgain } from "@/lib/memory/recall";
import { defaultModel } from "@/lib/models/index";
import { readScheduleText } from "@/lib/schedule/prompt";
import { isAppError } from "@/lib/shared/errors";
import type { AssembledPrompt } from "@/lib/shared/tools/assembled";
import { readAssembly } from "@/lib/store/assembly";
import { parseSettings, type Settings, timeZoneOf } from "@/lib/store/settings";
import { catalog } from "@/lib/tools/catalog";
import { failureHint } from "@/lib/traces/hint";
import { whatsappText } from "@/lib/whatsapp/prompt";
import { adapterFor } from "./adapters/index";
import { contactIdentity, offerToContact } from "./contact";
import { loadedToolsets } from "./load-toolset";
import type { Message } from "./message";
import { promptParts } from "./prompt";
import { tablesText } from "./tables";
import { asSent, tokenCounter } from "./tokens";
import { offer, runsCode } from "./toolset";

/**
 * What a model is given with the next message of a conversation, or with the first of a new one: its own, or `wanted`. The
 * facts are those of the last message, since nobody knows what the next one recalls.
 */
export async function assembled(
  agentId: string,
  conversationId?: string,
  wanted?: string,
): Promise<AssembledPrompt> {
  const {
    identity,
    contact,
    memory,
    model: chosen,
    approvedTools,
    recalled,
    ...stored
  } = await readAssembly(agentId, conversationId);
  const settings = parseSettings(stored.settings);
  const toolsets = await catalog.begun({ agentId, authoredTools: stored.authoredTools });
  const loaded = loadedToolsets((stored.loads ?? []) as Message[]);
  const offered =
    contact === null
      ? offer({ settings, toolsets, loaded, allowed: approvedTools })
      : offerToContact(settings, toolsets);
  const model = wanted ?? chosen ?? (await usualModel(settings));
  const count = await tokenCounter();
  const parts = promptParts({
    identity: contact === null ? identity : contactIdentity(contact, settings),
    tools: offered.prompt,
    tables: offered.tools.has("db_sql") ? await tablesText(agentId) : "",
    documents:
      memory && offered.present.has("documents")
        ? schemaText(memory.dbSchema, memory.dbSchemaOrigins, offered.tools.has("db_query"))
        : "",
    components: offered.tools.has("render_and_wait") ? await componentsText(agentId) : "",
    schedule: contact === null ? await readScheduleText(agentId, new Date()) : "",
    whatsapp: offered.present.has("whatsapp") ? await whatsappText(agentId) : "",
    codeHint: runsCode(offered)
      ? await failureHint(agentId, {
          isOn: settings.general.codeHint ?? true,
          isNew: conversationId === undefined,
        })
      : "",
    memory: memory && offered.present.has("memory") ? memoryText(memory) : "",
    recalled: offered.present.has("memory")
      ? recalledText((await recollectAgain(agentId, recalled ?? [])).facts)
      : "",
    model: model ?? "",
    families: offered.families,
    now: new Date(),
    timeZone: timeZoneOf(settings),
  }).map((part) => ({ ...part, tokens: count(part.text) }));
  const tools = [...offered.tools].map(([name, { tool, toolset }]) => {
    const { description, inputSchema, toldSchema: schema = inputSchema } = tool;
    return { name, toolset, description, schema, tokens: count(asSent(name, tool)) };
  });
  const total = [...parts, ...tools].reduce((sum, { tokens }) => sum + tokens, 0);
  return { model, isExact: adapterFor(model ?? "").id === "gpt", parts, tools, total };
}

/** Null where none is set up; then nothing would be sent. */
function usualModel(settings: Settings): Promise<string | null> {
  return defaultModel(settings).catch((error) => {
    if (isAppError(error)) return null;
    throw error;
  });
}
