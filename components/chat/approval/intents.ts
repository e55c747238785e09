import { isOwnTool } from "@/lib/shared/chat/tool-sentence";

/** What a call would do, after "before the agent". */
export function intentOf(toolName: string): string {
  const known = Object.hasOwn(INTENTS, toolName) ? INTENTS[toolName] : undefined;
  if (known) return known;
  return isOwnTool({ toolName })
    ? "runs a tool that may store something or send it out"
    : "uses a tool that may change something";
}

const INTENTS: Record<string, string> = {
  edit_system_prompt: "changes how it behaves",
  edit_learned_notes: "changes what it has noted of you",
  set_state: "stores a value for later conversations",
  delete_state: "deletes a stored value",
  db_sql: "changes what is in its database",
  create_tool: "gives itself a new tool",
  update_tool: "rewrites one of its tools",
  delete_tool: "deletes one of its tools",
  enable_tool: "switches one of its tools on",
  disable_tool: "switches one of its tools off",
  create_ui_component: "stores a new component",
  update_ui_component: "rewrites a component",
  delete_ui_component: "deletes a component",
  run_sandbox_code: "runs code that can store something or send it out",
  fetch_url: "sends something to a site",
};
