import type { Checked, Tool } from "../define";

/** Returns an input accepted by the tool's `check`. Throws if it is invalid. */
export function checkedInput({ check }: Tool, input: unknown): Checked {
  const checked = check(input);
  if (!checked.ok) throw new Error(checked.message);
  return checked.value;
}
