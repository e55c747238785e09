import type { Selection } from "./use-selection";

/** Above the numbers of the rows: lets go of those that are chosen. */
export function GridCorner({ selection }: { selection: Selection | undefined }) {
  return (
    <th scope="col" className="sticky top-0 left-0 z-3 h-8 border-line border-b bg-sheet p-0 text-right">
      <span className="sr-only">Row</span>
      {selection && selection.count > 0 && (
        <input
          type="checkbox"
          checked
          tabIndex={-1}
          aria-label="Clear the selection"
          onChange={selection.clear}
          className="mr-2 size-3.5 translate-y-0.5 accent-(--ink)"
        />
      )}
    </th>
  );
}
