import { field, isRecord, type ToolPart } from "./parts";

/** A call that changes what a sheet shows, as far as it is written. */
export type SurfaceChange = {
  id: string;
  input: unknown;
  /** Nothing of its input is to come. */
  isWritten: boolean;
  /** It changes the stored component of that name, and the sheet goes on showing the version that it has. */
  name?: string;
};

type Shows = { kind: string; input: unknown; change?: SurfaceChange };

const UPDATE = "update_ui_component";

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
  if (toolName !== UPDATE || name === undefined || !isNamed || !isComing) return [...sheets];
  const change = { ...changeOf(id, tool), name };
  const shows = ({ kind, input }: T) => kind === "component" && field(input, "component") === name;
  return sheets.map((one) => (shows(one) ? { ...one, change } : one));
}
