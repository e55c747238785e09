import type { Shown } from "@/lib/shared/components/shown";
import { joined } from "@/lib/shared/origins";
import { factsOfTool } from "../built-in-tools";
import { field, isRecord, type ToolPart } from "../parts";
import { callOf } from "./sheet-change";
import type { Surface } from "./surfaces";

/** A call that changes what a sheet shows, as far as it is written. */
export type SurfaceChange = {
  id: string;
  input: unknown;
  /** Nothing of its input is to come. */
  isWritten: boolean;
  /** It changes the stored component of that name. */
  name?: string;
};

type Shows = { kind: string; input: unknown; change?: SurfaceChange };

/** `id` is that of the call. */
export const changeOf = (id: string, { state, input }: ToolPart): SurfaceChange => ({
  id,
  input,
  isWritten: state !== "input-streaming",
});

/** The same sheets, of which those that show a stored component say that this call changes it, until it is made. */
export function changingStored<T extends Shows>(sheets: readonly T[], id: string, tool: ToolPart): T[] {
  const { toolName, state, input } = tool;
  const name = field(input, "name");
  // Its name is whole once something comes after it.
  const isNamed = isRecord(input) && Object.keys(input).at(-1) !== "name";
  const isComing = state === "input-streaming" || state === "input-available";
  if (!updatesComponent(toolName) || name === undefined || !isNamed || !isComing) return [...sheets];
  const change = { ...changeOf(id, tool), name };
  const shows = ({ kind, input }: T) => kind === "component" && field(input, "component") === name;
  return sheets.map((one) => (shows(one) ? { ...one, change } : one));
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
 * The same sheets after a call that has changed a stored component: those that show it and have no answer show its new version,
 * in their place, with what the person did in them and the versions before behind it.
 */
export function followingStored(
  sheets: readonly Surface[],
  { id, tool, component, step, at }: Made,
): Surface[] {
  if (!updatesComponent(tool.toolName) || !component || component.app) return [...sheets];
  const follows = ({ kind, state, component: now }: Surface) =>
    kind === "component" &&
    (state === "waiting" || state === "open" || state === "closed") &&
    now?.name === component.name &&
    now?.bundle !== component.bundle &&
    (now?.version ?? 0) < (component.version ?? 0);
  const { readWeb = [] } = component;
  return sheets.map((one) => {
    if (!follows(one)) return one;
    const origins = joined(one.readWeb ?? [], readWeb);
    // It is made: what the call shows is said before its result.
    const { change: _, ...sheet } = one;
    return {
      ...{ ...sheet, component, step },
      ...(origins.length > 0 && { readWeb: origins }),
      versions: [
        ...one.versions,
        { id, input: one.input, component, answer: one.answer, answeredAt: one.answeredAt, at },
      ],
    };
  });
}

/**
 * A sheet after the person sent `output` from the version that this call made. Sent from an earlier version, it leaves the newest
 * as it is: that one can still be answered itself.
 */
export function afterSending(
  sheet: Surface,
  callId: string,
  { output, at }: { output: unknown; at: string | undefined },
): Surface {
  const { messageId, toolCallId } = callOf(callId);
  const isNow = messageId === sheet.call.messageId && toolCallId === sheet.call.toolCallId;
  const newest = sheet.versions.at(-1)?.id;
  // Versions of a stored component share the call that shows it.
  const isFrom = ({ id }: { id: string }) => id === callId || (isNow && id === newest);
  const answered = { answer: output, answeredAt: at };
  return {
    ...{ ...sheet, ...((isNow || callId === newest) && { state: "answered", ...answered }) },
    versions: sheet.versions.map((one) => (isFrom(one) ? { ...one, ...answered, isSent: true } : one)),
  };
}

/** The call whose component a sheet shows now, by which that acts: also of a copy of the sheet, as pins are. */
export function callShowing({ versions, component, call }: Pick<Surface, "versions" | "component" | "call">) {
  const shown =
    versions.findLast((version) => version.component === component) ??
    versions.findLast((version) => version.component?.bundle === component?.bundle);
  return shown ? callOf(shown.id) : call;
}
