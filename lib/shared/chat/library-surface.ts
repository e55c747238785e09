import { nameOf } from "./surface-words";
import type { Surface } from "./surfaces";

/** A component of the library on the canvas, where no conversation has put it. */
export function componentSurface({ name, version, bundle, props, at }: ComponentOnCanvas): Surface {
  return {
    id: `component/${name}`,
    messageId: "component",
    toolCallId: name,
    call: { messageId: "component", toolCallId: name },
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
  };
}

type ComponentOnCanvas = {
  name: string;
  version: number;
  bundle: string;
  props: Record<string, unknown>;
  at: string;
};
