/** One thing that is drawn, or the room of several that are not. */
export type Slot = { index: number } | { gap: number; before: number };

/** The things at these places out of `count`, in order, with gaps for the others. */
export function slotsOf(indexes: Iterable<number>, count: number): Slot[] {
  const wanted = [...new Set(indexes)].filter((index) => index >= 0 && index < count).sort((a, b) => a - b);
  const slots: Slot[] = [];
  let next = 0;
  for (const index of wanted) {
    if (index > next) slots.push({ gap: index - next, before: index });
    slots.push({ index });
    next = index + 1;
  }
  if (next < count) slots.push({ gap: count - next, before: count });
  return slots;
}
