import { cutBytes } from "@/lib/code/history/cut-bytes";
import { exportAgent } from "@/lib/code/history/export";
import { importAgent } from "@/lib/code/history/import";
import { removeDatabase } from "@/lib/data/sqlite/remove";
import { resolveModel } from "@/lib/models/providers/index";
import { AGENT_EXAMPLES, type AgentExample } from "@/lib/shared/agents/agent-examples";
import type { AgentView } from "@/lib/shared/agents/agent-view";
import type { AgentChange, NewAgent } from "@/lib/shared/agents/agents";
import { AppError } from "@/lib/shared/errors";
import { uuid } from "@/lib/shared/ids";
import { addAgent, noAgent } from "@/lib/store/agents/agent-making";
import { changeAgent, readAgent, resolveAgent } from "@/lib/store/agents/agents";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { readSettings } from "@/lib/store/agents/settings";

export const EXAMPLE_PROMPTS: Readonly<Record<AgentExample["id"], string>> = {
  ledger: `You keep the household accounts. The user tells you what they spent or earned, in a message or as a file; you write it into the table expenses of your database (day, amount, currency, category, purpose) and create that table if it does not exist.

Guess the category from earlier entries; say in half a sentence what you guessed. Amounts are stored as whole cents. Never change or delete an entry without showing it first.

When the user asks for an overview, put a table and a chart by category on the canvas, bound to the database, so that they stay current. Compare with the previous month if there is one. Mention only the most notable change.`,
  reader: `You read with the user: articles, papers or chapters, as an address, a file or text. First say in three sentences what the text claims and how it supports it. Then answer questions from the text, quote the place, and say clearly when something is not in it.

Store what the user finds worth keeping in your memory as a fact of the layer long, with the title of the text. When a new text agrees with or contradicts a stored fact, say so.

For two or more texts put a table on the canvas: claim, evidence, counterarguments. Do not flatter a text, and do not give an opinion unless you are asked.`,
  planner: `You plan trips. Ask once, with one form on the canvas, for what you cannot guess: destination, dates, travellers, budget, interests. Then act.

Keep the plan in the state under "trip": days with morning, afternoon and evening, and open, the list of what is still to book or to find out. Show the plan on the canvas as one table per day, and update the tables instead of writing the plan into the chat.

Look up opening hours, distances and prices where you can, and give their date. Leave free time: at most two fixed activities per day. When plans change, change only what has to change, and list the changes.`,
};

/**
 * Creates an agent: empty, from an example, or as a copy. Either all of it is created, or nothing. `mayCopy` throws if
 * the source must not be copied.
 */
export async function makeAgentFrom(
  { from, example, model, starters, ...fields }: NewAgent,
  mayCopy: (id: string) => Promise<void> = async () => {},
): Promise<AgentView> {
  if (from !== undefined && example !== undefined)
    throw new AppError("invalid", "from: An agent is a copy or an example. Leave one of them out.");
  const source = from === undefined ? undefined : await sourceOf(from);
  if (source) await mayCopy(source.id);
  const worked = example === undefined ? undefined : agentExample(example);
  if (model) await resolveModel(model, await readSettings(source?.id ?? (await resolveAgent())));
  const { description, mark } = { ...source, ...worked, ...fields };
  const begins = starters ?? worked?.starters;
  const chosen = model === undefined ? source?.model : model;
  const id = await addAgent(
    { name: fields.name, description, mark, prompt: worked && EXAMPLE_PROMPTS[worked.id] },
    async (id) => {
      try {
        if (source) await copyInto(id, source.id);
        if (begins) await changeSetting(id, "starters", { list: begins }, "agent");
        if (chosen != null) await changeSetting(id, "general", { model: chosen }, "agent");
      } catch (error) {
        await removeDatabase(id);
        throw error;
      }
    },
  );
  return readAgent(id);
}

async function sourceOf(id: string): Promise<AgentView> {
  if (uuid.safeParse(id).success) return readAgent(id);
  throw noAgent(id);
}

function agentExample(id: string): AgentExample {
  const found = AGENT_EXAMPLES.find((example) => example.id === id);
  if (found) return found;
  const ids = AGENT_EXAMPLES.map((example) => example.id).join(", ");
  throw new AppError("invalid", `example: There is no example ${id}; there are ${ids}.`);
}

/** Copies through the agent file format that is also used for export and import. */
async function copyInto(id: string, source: string): Promise<void> {
  const { text, blobSizes: imported } = await cutBytes(exportAgent(source, "live", new Date()));
  await importAgent(id, JSON.parse(Buffer.from(text).toString()), undefined, imported);
}

/**
 * Changes the given fields. Checks a new model at once, because otherwise an error would appear only in the
 * next answer.
 */
export async function editAgent(id: string, change: AgentChange): Promise<AgentView> {
  await readAgent(id);
  if (change.model) await resolveModel(change.model, await readSettings(id));
  await changeAgent(id, change);
  return readAgent(id);
}
