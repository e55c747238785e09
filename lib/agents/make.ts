import { cutBytes } from "@/lib/history/cut-bytes";
import { exportAgent } from "@/lib/history/export";
import { importAgent } from "@/lib/history/import";
import { resolveModel } from "@/lib/models/index";
import { AGENT_EXAMPLES, type AgentExample } from "@/lib/shared/agent-examples";
import type { AgentView } from "@/lib/shared/agent-view";
import type { AgentChange, NewAgent } from "@/lib/shared/agents";
import { AppError } from "@/lib/shared/errors";
import { uuid } from "@/lib/shared/ids";
import { removeDatabase } from "@/lib/sqlite/remove";
import { addAgent, noAgent } from "@/lib/store/agent-making";
import { changeAgent, readAgent, resolveAgent } from "@/lib/store/agents";
import { changeSetting, readSettings } from "@/lib/store/settings";
import { EXAMPLE_PROMPTS } from "./example-prompts";

/** Makes an agent: empty, as a worked example, or as a copy of another one. All of it is there, or nothing. */
export async function makeAgent({ from, example, model, ...fields }: NewAgent): Promise<AgentView> {
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

/** By the same file with which an agent goes to another workspace. */
async function copyInto(id: string, source: string): Promise<void> {
  const { text, brought } = await cutBytes(exportAgent(source, "live", new Date()));
  await importAgent(id, JSON.parse(Buffer.from(text).toString()), undefined, brought);
}

/** Changes what is given; says what is wrong with a model now, and not in place of the next answer. */
export async function editAgent(id: string, change: AgentChange): Promise<AgentView> {
  await readAgent(id);
  if (change.model) await resolveModel(change.model, await readSettings(id));
  await changeAgent(id, change);
  return readAgent(id);
}
