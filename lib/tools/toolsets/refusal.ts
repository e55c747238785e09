import { Origins } from "@/lib/data/origins/collect";
import { isAppError } from "@/lib/shared/errors";
import type { Read } from "./call";
import type { CallContext } from "./context";
import type { Checked, RefusalContext, Tool } from "./define";

type Context = Omit<RefusalContext, "readStored"> & Pick<CallContext, "readBefore">;

/** Why a call cannot succeed, with the web content that the message may contain, or null if it can. */
export type Refusal = ({ error: string } & Read) | null;

/**
 * Checks permissions and existence before the user is asked to approve a call. The loop calls it before it
 * opens any approval, so that the user approves no call that would fail anyway.
 */
export async function refusalOf(
  tool: Tool,
  input: Checked,
  { readBefore, ...context }: Context,
): Promise<Refusal> {
  const read = new Origins(readBefore);
  try {
    await tool.refuses?.(input, { ...context, readStored: (value) => read.addStored(value) });
    return null;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { error: error.message, web: read.list(), through: read.through() };
  }
}
