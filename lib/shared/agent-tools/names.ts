import { builtInNames } from "@/lib/shared/chat/built-in-tools";
import { OPENCODE_PREFIX } from "@/lib/shared/code/task";

/** Names of tools that are to come: a tool of the agent's that took one could not be called any more once it is there. */
const RESERVED = [
  ...["block", "recall", "search", "memory", "save_memory"],
  ...["db_query", "update_db_schema"],
  ...["manage_cronjob", "manage_pulse", "manage_trigger"],
  ...["code", "ask_agent"],
];

const BUILT_IN: ReadonlySet<string> = new Set([...builtInNames, ...RESERVED]);

/** Whether a name is that of a built-in tool, also of one that is to come, or could be that of one of OpenCode's. */
export const isBuiltIn = (name: string): boolean => BUILT_IN.has(name) || name.startsWith(OPENCODE_PREFIX);
