import type { SheetFacts } from "./sheets";
import type { Surface } from "./surfaces";

/**
 * The sheets that do not lie on the table: those that the person closed, and components that failed and were followed by
 * another one in a later step, which takes their place. What asks something, or is being made, always lies there.
 */
export function closedSheets(
  surfaces: readonly Surface[],
  facts: readonly SheetFacts[] = [],
): ReadonlySet<string> {
  const known = new Map(facts.map((one) => [one.id, one]));
  const last = surfaces.findLast(({ kind, state }) => kind === "component" && state !== "writing");
  const isClosed = ({ id, state, kind, step }: Surface) => {
    const { isClosed, hasFailed } = known.get(id) ?? {};
    if (state === "writing") return false;
    return (
      (isClosed && state !== "waiting") ||
      (hasFailed && kind === "component" && last !== undefined && step < last.step)
    );
  };
  return new Set(surfaces.filter(isClosed).map(({ id }) => id));
}
