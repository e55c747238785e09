import { nameOf } from "./surfaces/surface-labels";
import type { Surface } from "./surfaces/surfaces";

/** Value of `messageId`, because no message has created the surface of a library component. */
export const LIBRARY_MESSAGE = "component";

/**
 * Value of `toolCallId`: the name of the component, followed by a colon and the tile if it is on a board. Names
 * contain no colon.
 */
const callOf = (name: string, tile: string | undefined) => (tile === undefined ? name : `${name}:${tile}`);

export function libraryPlaceOf(toolCallId: string): { name: string; tile?: string } {
  const [name = "", tile] = toolCallId.split(":", 2);
  return { name, ...(tile !== undefined && { tile }) };
}

/**
 * Returns the surface of a library component that is pinned to the canvas or a board without a conversation.
 */
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
  home?: string;
  tile?: string;
};
