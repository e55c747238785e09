import type { Because } from "@/lib/shared/tools/because";
import type { Tool } from "@/lib/tools/define";
import type { Offered } from "./toolset";

/**
 * What becomes of a call by the text of strangers that its model has read: nothing, or what the person wants for such
 * calls. `input` is as the tool's check has read it.
 */
export async function afterWeb(
  { tool, afterWeb: wanted }: Offered,
  input: unknown,
  agentId: string,
  readWeb: readonly string[],
): Promise<Offered["afterWeb"]> {
  if (readWeb.length === 0 || wanted === "allow") return "allow";
  const { afterWeb: concerns = writes(tool) } = tool;
  const isConcerned = typeof concerns === "function" ? await concerns(input, { agentId }) : concerns;
  return isConcerned ? wanted : "allow";
}

/** Whether some call of a tool may ask. */
export const mayAsk = (tool: Tool): boolean => !tool.pauses && (tool.afterWeb ?? writes(tool)) !== false;

/** Why what a tool shows may not write or speak by itself: only the person's consent is asked then, the tool still shows it. */
export const shownAfterWeb = (tool: Tool, readWeb: readonly string[]): Because | null =>
  tool.pauses && writes(tool) && readWeb.length > 0 ? { kind: "web", origins: [...readWeb] } : null;

const writes = ({ hints }: Tool): boolean => (hints.writes?.length ?? 0) > 0;
