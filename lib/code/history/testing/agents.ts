import { createAuthoredComponent, updateComponent } from "@/lib/code/components/save";
import { createSkill, setSkillEnabled } from "@/lib/code/skills/save";
import { createTool, deleteTool, setToolEnabled, updateTool } from "@/lib/code/tools/save";
import { writeText } from "@/lib/store/agents/identity";
import * as state from "@/lib/store/agents/state";
import { sql } from "@/lib/store/db";
import { persistBlocks } from "@/lib/store/memory/memory-blocks";
import { type Extent, exportAgent } from "../export";

export const user = { author: "person", cause: null } as const;
export const tool = (name: string) => ({
  name,
  description: "A tool",
  parameter_schema: { type: "object" },
  code: "return 1",
});
export const skill = (name: string, body: string) => ({
  markdown: `---\nname: ${name}\ndescription: A skill\n---\n\n${body}\n`,
  files: [{ path: "notes.md", text: "Rye\u2028" }],
});
const component = (name: string) => ({ name, description: "A component", code: "one" });

export async function newAgent(): Promise<string> {
  const [made] = await sql()<{ id: string }[]>`
    with made as (insert into agents (name, system_prompt) values ('Other', 'Hello') returning id)
    , kept as (
      insert into revisions (agent_id, kind, name, version, content, author)
      select id, 'system_prompt', 'system_prompt', 1, to_json('Hello'::text), 'system' from made
      union all select id, 'learned_notes', 'learned_notes', 1, to_json(''::text), 'system' from made
    )
    select id from made`;
  return made?.id ?? "";
}

export async function fullAgent(): Promise<string> {
  const id = await newAgent();
  await writeText(id, "system_prompt", () => 'Be "terse" \u{1f600}\u2028', user);
  await createTool(id, tool("double"), user);
  await updateTool(id, "double", { code: "return 2" }, user);
  await createTool(id, tool("gone"), user);
  await deleteTool(id, "gone", user);
  await createTool(id, tool("off"), user);
  await setToolEnabled(id, "off", false);
  await createAuthoredComponent(id, component("Board"), { author: "person" });
  await updateComponent(id, "Board", { code: "two" }, { author: "person" });
  await createSkill(id, skill("water", "one"), user);
  await createSkill(id, skill("dry", "two"), user);
  await setSkillEnabled(id, "dry", false);
  await writeText(id, "memory_blob", () => "Likes tea", user);
  const block = { text: "Terse.\u2028", description: "Who it is", permission: "partner" } as const;
  const core = { label: "persona", isArchival: false };
  const old = { label: "old", isArchival: true };
  await persistBlocks(
    id,
    [core, old],
    () => [
      { ...block, kind: "core", charLimit: 100 },
      { ...block, kind: "archival", charLimit: 200_000 },
    ],
    user,
  );
  await persistBlocks(id, [old], () => [null], user);
  await state.write(id, "odd/__proto__", { "": "\0 \ud800 \u{1f600}", deep: [[1e-7, null]] }, user);
  return id;
}

export async function exported(agentId: string, extent: Extent = "all") {
  const pieces: Uint8Array[] = [];
  for await (const piece of exportAgent(agentId, extent, new Date())) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString());
}
