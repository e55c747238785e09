import { builtInNames } from "@/lib/shared/chat/built-in-tools";
import { OPENCODE_PREFIX } from "@/lib/shared/code/task";

/** Reserved for built-in tools. A built-in tool would make an agent's tool of the same name unreachable. */
const RESERVED = [
  ...["block", "recall", "search", "memory", "save_memory"],
  ...["db_query", "update_db_schema"],
  ...["manage_cronjob", "manage_pulse", "manage_trigger"],
  ...["code", "ask_agent"],
];

const BUILT_IN: ReadonlySet<string> = new Set([...builtInNames, ...RESERVED]);

/**
 * Returns true for the names of built-in tools, for reserved names, and for names with the prefix of the tools
 * that OpenCode calls.
 */
export const isBuiltIn = (name: string): boolean => BUILT_IN.has(name) || name.startsWith(OPENCODE_PREFIX);
