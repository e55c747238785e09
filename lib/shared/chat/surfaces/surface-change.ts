import type { Shown } from "@/lib/shared/components/shown";
import { joined } from "@/lib/shared/origins";
import { factsOfTool } from "../built-in-tools";
import { field, isRecord, type ToolPart } from "../parts";
import { callOf } from "./sheet-change";
import { callOfVersion } from "./surface-versions";
import type { Surface } from "./surfaces";

/** A call that is changing a surface, with the part of its input that has arrived. */
export type SurfaceChange = {
  id: string;
  input: unknown;
  isWritten: boolean;
  /** The stored component that the call changes. */
  name?: string;
};

type Shows = { kind: string; input: unknown; change?: SurfaceChange };

export const changeOf = (id: string, { state, input }: ToolPart): SurfaceChange => ({
  id,
  input,
  isWritten: state !== "input-streaming",
});

/**
 * Marks the surfaces that show a stored component as being changed, while a call that updates the component is
 * running.
 */
export function changingStored<T extends Shows>(surfaces: readonly T[], id: string, tool: ToolPart): T[] {
  const { toolName, state, input } = tool;
  const name = field(input, "name");
  // The name is complete once another field follows it.
  const isNamed = isRecord(input) && Object.keys(input).at(-1) !== "name";
  const isComing = state === "input-streaming" || state === "input-available";
  if (!updatesComponent(toolName) || name === undefined || !isNamed || !isComing) return [...surfaces];
  const change = { ...changeOf(id, tool), name };
  const shows = ({ kind, input }: T) => kind === "component" && field(input, "component") === name;
  return surfaces.map((one) => (shows(one) ? { ...one, change } : one));
}

function updatesComponent(toolName: string): boolean {
  const { isUpdate, writes } = factsOfTool(toolName) ?? {};
  return isUpdate === true && writes === "component";
}

type Made = {
  id: string;
  tool: ToolPart;
  component: Shown | undefined;
  step: number;
  at: string | undefined;
};

/**
 * Adds the version that a call has created to the surfaces that show the stored component and are not answered
 * yet. The user's input is kept.
 */
export function followingStored(
  surfaces: readonly Surface[],
  { id, tool, component, step, at }: Made,
): Surface[] {
  if (!updatesComponent(tool.toolName) || !component || component.app) return [...surfaces];
  const follows = ({ kind, state, component: now }: Surface) =>
    kind === "component" &&
    (state === "waiting" || state === "open" || state === "closed") &&
    now?.name === component.name &&
    now?.bundle !== component.bundle &&
    (now?.version ?? 0) < (component.version ?? 0);
  const { readWeb = [] } = component;
  return surfaces.map((one) => {
    if (!follows(one)) return one;
    const origins = joined(one.readWeb ?? [], readWeb);
    // The metadata `shown` arrives before the result of the call, so the surface can still be marked as being
    // changed.
    const { change: _, ...surface } = one;
    return {
      ...{ ...surface, component, step },
      ...(origins.length > 0 && { readWeb: origins }),
      versions: [
        ...one.versions,
        { id, input: one.input, component, answer: one.answer, answeredAt: one.answeredAt, at },
      ],
    };
  });
}

/**
 * Returns the surface after the user has sent `output` from the version of call `callId`. If that is an earlier
 * version, the newest version can still be answered.
 */
export function afterSending(
  surface: Surface,
  callId: string,
  { output, at }: { output: unknown; at: string | undefined },
): Surface {
  const { messageId, toolCallId } = callOf(callId);
  const isNow = messageId === surface.call.messageId && toolCallId === surface.call.toolCallId;
  const newest = surface.versions.at(-1)?.id;
  // Versions of a stored component are shown by the same call. If `callId` is that call, the newest version was
  // answered.
  const isFrom = ({ id }: { id: string }) => id === callId || (isNow && id === newest);
  const answered = { answer: output, answeredAt: at };
  return {
    ...{ ...surface, ...((isNow || callId === newest) && { state: "answered", ...answered }) },
    versions: surface.versions.map((one) => (isFrom(one) ? { ...one, ...answered, isSent: true } : one)),
  };
}

/**
 * Returns the call that created the shown version of a component. Requests of the component to the server name
 * this call. Works for copies of a surface too, such as pins.
 */
export function callShowing({ versions, component, call }: Pick<Surface, "versions" | "component" | "call">) {
  const shown =
    versions.findLast((version) => version.component === component) ??
    versions.findLast((version) => version.component?.bundle === component?.bundle);
  return shown ? callOfVersion(shown) : call;
}
