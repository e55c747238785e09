import type { Message } from "@/lib/agent/message/message";
import { isRecord } from "@/lib/shared/chat/parts";
import { shownOf } from "@/lib/shared/chat/surfaces/surface-edits";
import { surfaceKey } from "@/lib/shared/chat/surfaces/surface-key";
import { type Surface, surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";
import { AppError } from "@/lib/shared/errors";
import { inEnglish } from "@/lib/shared/i18n/locale";
import { readSurfaceState, type SurfaceId } from "@/lib/store/conversations/surfaces";
import type { SurfaceOnCanvas } from "@/lib/tools/toolsets/context";

const MAX_NAMED = 20;

/**
 * Returns the current state of the surface with this id, as the user sees it. Throws an error for the model if
 * there is none.
 */
export async function surfaceOnCanvas(
  key: string,
  messages: readonly Message[],
  where: Pick<SurfaceId, "agentId" | "conversationId">,
): Promise<SurfaceOnCanvas> {
  const surfaces = inEnglish(() => surfacesOf(messages, [])).filter(isWritten);
  const surface = surfaces.findLast((one) => keyOf(one) === key);
  if (!surface) throw new AppError("not_found", unknown(key, surfaces));
  const { messageId, toolCallId, kind } = surface;
  const { entries } = await readSurfaceState({ ...where, messageId, toolCallId });
  const shown = shownOf(surface, entries);
  return {
    id: surface.id,
    kind: kind === "component" ? "component" : "blocks",
    input: isRecord(shown.input) ? shown.input : {},
  };
}

const keyOf = ({ messageId, toolCallId }: Surface) => surfaceKey(messageId, toolCallId);

const isWritten = ({ kind, state }: Surface) => kind !== "app" && kind !== "browser" && state !== "writing";

function unknown(key: string, surfaces: readonly Surface[]): string {
  const names = surfaces.slice(-MAX_NAMED).map((one) => `${keyOf(one)} “${one.title}”`);
  return `No surface of this conversation has the id ${JSON.stringify(key)}, so nothing was changed. ${
    names.length > 0
      ? `There are: ${names.join(", ")}.`
      : "There is none yet: omit surface, and pass the full content."
  }`;
}
