import type { SurfaceFacts } from "./sheets";
import type { Surface } from "./surfaces";

/**
 * Returns the ids of surfaces that the canvas hides: surfaces that the user closed, unless they wait for an
 * answer, and failed components, once a later step has created another component. Surfaces that are being
 * written are never hidden.
 */
export function closedSurfaces(
  surfaces: readonly Surface[],
  facts: readonly SurfaceFacts[] = [],
): ReadonlySet<string> {
  const factsById = new Map(facts.map((one) => [one.id, one]));
  const last = surfaces.findLast(({ kind, state }) => kind === "component" && state !== "writing");
  const isClosed = ({ id, state, kind, step }: Surface) => {
    const { isClosed, hasFailed } = factsById.get(id) ?? {};
    if (state === "writing") return false;
    return (
      (isClosed && state !== "waiting") ||
      (hasFailed && kind === "component" && last !== undefined && step < last.step)
    );
  };
  return new Set(surfaces.filter(isClosed).map(({ id }) => id));
}
