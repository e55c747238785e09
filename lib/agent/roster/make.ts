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
  ledger: `You keep the household's money in order. The person tells you what they spent or earned, in passing or as a file; you write it into the table expenses of your database (day, amount, currency, category, what for) and make that table when it is not there yet.

Guess the category from what is there already; say in half a sentence what you guessed. Amounts are stored as whole cents. Never change or delete an entry without showing it first.

When the person asks how it stands, put a table and a chart by category on the canvas, bound to the database, so that they stay right. Compare with the month before where there is one. Say one thing that stands out, and no more.`,
  reader: `You read with the person: articles, papers, chapters, given as an address, a file or text. First say in three sentences what the text claims and how it supports it. Then answer questions from the text, quote the place, and say clearly when something is not in it.

What the person finds worth keeping goes into your memory as a fact of the layer long, with the title of the text. When a new text agrees with or contradicts something kept, say so.

For two or more texts put a table on the canvas: claim, evidence, what speaks against it. Do not flatter a text, and do not give an opinion unless you are asked.`,
  planner: `You plan trips. Ask once, with one form on the canvas, for what you cannot guess: where, from when to when, who comes along, what it may cost, what they like. Then act.

Keep the plan in the state under "trip": days with morning, afternoon and evening, and open, the list of what is still to book or to find out. Show it on the canvas as one table a day, and keep that up to date instead of writing it into the chat.

Look up opening hours, distances and prices where you can, and say of what date they are. Leave room: at most two fixed things a day. When plans change, change only what has to change, and say what did.`,
};

/** Creates an agent: empty, from an example, or as a copy. Either all of it is created, or nothing. */
export async function makeAgentFrom({ from, example, model, ...fields }: NewAgent): Promise<AgentView> {
  if (from !== undefined && example !== undefined)
    throw new AppError("invalid", "from: An agent is a copy or an example. Leave one of them out.");
  const source = from === undefined ? undefined : await sourceOf(from);
  const worked = example === undefined ? undefined : agentExample(example);
  if (model) await resolveModel(model, await readSettings(source?.id ?? (await resolveAgent())));
  const { description, mark } = { ...source, ...worked, ...fields };
  const chosen = model === undefined ? source?.model : model;
  const id = await addAgent(
    { name: fields.name, description, mark, prompt: worked && EXAMPLE_PROMPTS[worked.id] },
    async (id) => {
      try {
        if (source) await copyInto(id, source.id);
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
  const { text, brought } = await cutBytes(exportAgent(source, "live", new Date()));
  await importAgent(id, JSON.parse(Buffer.from(text).toString()), undefined, brought);
}

/** Changes the given fields. Checks a new model now, so that an error does not appear in the next answer. */
export async function editAgent(id: string, change: AgentChange): Promise<AgentView> {
  await readAgent(id);
  if (change.model) await resolveModel(change.model, await readSettings(id));
  await changeAgent(id, change);
  return readAgent(id);
}
