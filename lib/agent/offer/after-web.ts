import type { Policy } from "@/lib/shared/modes";
import type { Through } from "@/lib/shared/origins";
import type { Because } from "@/lib/shared/tools/because";
import type { Checked, Judged, Tool } from "@/lib/tools/toolsets/define";
import { OUTLIVES } from "./reach";
import type { Offered } from "./toolset";

/**
 * What becomes of a call by the text of strangers that its model has read: nothing, what the person wants for such calls,
 * or, where that is known only when it acts, what they want then.
 */
export async function afterWeb(
  { tool, afterWeb: wanted }: Offered,
  input: Checked,
  of: Judged,
  readWeb: readonly string[],
): Promise<{ policy: Policy; when: "called" | "acts" }> {
  const free = { policy: "allow", when: "called" } as const;
  if (readWeb.length === 0 || wanted === "allow") return free;
  const { afterWeb: concerns } = tool;
  if (concerns === "acts") return { policy: wanted, when: "acts" };
  return (await changes(tool, input, of)) ? { policy: wanted, when: "called" } : free;
}

/** Whether a call changes something, by the same measure. */
async function changes(tool: Tool, input: Checked, of: Judged): Promise<boolean> {
  const { afterWeb: concerns = writes(tool) } = tool;
  return typeof concerns === "function" ? concerns(input, of) : concerns !== false;
}

/** The reason to ask about a call whose effect would outlive and exceed the token of the program; null without one. */
export const whyOutlives = async ({ tool, outlives }: Offered, input: Checked, of: Judged) =>
  outlives && (await changes(tool, input, of)) ? OUTLIVES : null;

/** Whether some call of a tool may ask. */
export const mayAsk = (tool: Tool): boolean => !tool.pauses && (tool.afterWeb ?? writes(tool)) !== false;

/** What a model has read of the web: the origins, and of them `through` what is stored. */
export type KnownOfWeb = { readWeb: readonly string[]; through: readonly Through[] };

/** Why a call asks whose model has read that. */
export const becauseOf = ({ readWeb, through }: KnownOfWeb): Extract<Because, { kind: "web" }> => ({
  kind: "web",
  origins: [...readWeb],
  ...(through.length > 0 && { through: [...through] }),
});

/** Why what a tool shows may not write or speak by itself: only the person's consent is asked then, the tool still shows it. */
export const shownAfterWeb = (tool: Tool, known: KnownOfWeb): Because | null =>
  tool.pauses && writes(tool) && known.readWeb.length > 0 ? becauseOf(known) : null;

const writes = ({ hints }: Tool): boolean => (hints.writes?.length ?? 0) > 0;
