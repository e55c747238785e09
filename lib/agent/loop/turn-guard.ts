import type { Message } from "@/lib/agent/message/message";
import type { Offer } from "@/lib/agent/offer/toolset";
import { OutgoingGuard } from "@/lib/agent/outgoing/outgoing-guard";
import { privatePartsOf, privateSourcesOf } from "@/lib/agent/outgoing/private-sources";
import type { PromptSnapshot } from "@/lib/agent/prompt/prompt-snapshot";
import { systemParts } from "@/lib/agent/prompt/system-prompt";
import { listAgentTools } from "@/lib/store/agents/agent-tools";
import { readText } from "@/lib/store/agents/identity";
import type { Settings } from "@/lib/store/agents/settings";
import { readUserMessages } from "@/lib/store/conversations/told-sites";
import type { RunContext } from "@/lib/store/loop/run-context";
import { withRetry } from "@/lib/store/unreachable";
import { findTool } from "@/lib/tools/toolsets/index";

type Of = {
  run: RunContext;
  settings: Settings;
  offer: Offer;
  snapshot: PromptSnapshot;
  messages: () => readonly Message[];
};

/** Returns the guard for the calls of a run's step. A subagent's requests count for the conversation that asked. */
export function guardOf({ run, settings, offer, snapshot, messages }: Of): OutgoingGuard {
  const toolOf = (name: string) => (offer.tools.get(name) ?? findTool(name))?.tool;
  const { agentId, identity, contact, unattended } = run;
  return new OutgoingGuard({
    conversationId: run.helper?.askers.at(-1)?.conversationId ?? run.conversationId,
    // A conversation can start many code jobs, so each of them may tell nothing.
    isUnattended: unattended || run.origin === "code",
    isForContact: contact !== null,
    messages,
    askers: () => userMessagesOf(run),
    toolOf,
    code: () => trustedCode(run),
    isCovered: offer.isCovered,
    privateSources: once(async () => {
      const sources = privateSourcesOf(messages(), toolOf);
      const parts = await systemParts({
        ...{ identity, contact, settings, offer, snapshot },
        ...{ model: "", isNew: false },
      });
      const { content: systemPrompt } = await withRetry(() => readText(agentId, "system_prompt"));
      // A contact may know everything in the prompt for contacts.
      if (contact === null) for (const id of privatePartsOf(parts, systemPrompt)) sources.add(id);
      return sources;
    }),
  });
}

/** The model wrote the calls of a step before it read their results, so the sources stay the same for the step. */
function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= read());
}

/** Returns the messages of the user to whom a subagent's work goes back: its task names addresses from them. */
async function userMessagesOf({ helper }: RunContext): Promise<Message[]> {
  const root = helper?.askers.at(-1)?.conversationId;
  return root === undefined ? [] : ((await withRetry(() => readUserMessages(root))) as Message[]);
}

/** Returns the code of the agent's tools that contain no text of strangers. */
async function trustedCode({ agentId, authoredTools }: RunContext): Promise<string[]> {
  const trusted = new Set(
    (authoredTools ?? []).flatMap(({ name, origins }) => (origins.length > 0 ? [] : name)),
  );
  if (trusted.size === 0) return [];
  const tools = await withRetry(() => listAgentTools(agentId));
  return tools.flatMap(({ name, code }) => (trusted.has(name) ? code : []));
}
