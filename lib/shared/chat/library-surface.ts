import { nameOf } from "./surfaces/surface-words";
import type { Surface } from "./surfaces/surfaces";

/** In the place of the message that shows a sheet: a component of the library is shown by none. */
export const LIBRARY_MESSAGE = "component";

/** In the place of the call: the name, and the tile where it lies on a board. Names hold no colon. */
const callOf = (name: string, tile: string | undefined) => (tile === undefined ? name : `${name}:${tile}`);

export function libraryPlaceOf(toolCallId: string): { name: string; tile?: string } {
  const [name = "", tile] = toolCallId.split(":", 2);
  return { name, ...(tile !== undefined && { tile }) };
}

/** A component of the library on the canvas or on a board, where no conversation has put it. */
export function componentSurface({
  name,
  version,
  bundle,
  props,
  at,
  home,
  tile,
}: ComponentOnCanvas): Surface {
  const call = { messageId: LIBRARY_MESSAGE, toolCallId: callOf(name, tile) };
  return {
    id: tile ?? `component/${name}`,
    ...call,
    call,
    versions: [],
    step: 0,
    state: "open",
    isAsked: false,
    title: nameOf({ component: name }) ?? name,
    kind: "component",
    input: { component: name, props },
    component: { bundle, name, version },
    answer: undefined,
    because: undefined,
    at,
    answeredAt: undefined,
    ...(home !== undefined && { home }),
  };
}

type ComponentOnCanvas = {
  name: string;
  version: number;
  bundle: string;
  props: Record<string, unknown>;
  at: string;
  /** The conversation in which it acts, where the server has said so. */
  home?: string;
  /** Where it lies on a board. */
  tile?: string;
};
