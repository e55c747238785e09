import type { Checked, Tool } from "../define";

/** An input as a tool's `check` reads it; throws what is wrong with it. */
export function checkedInput({ check }: Tool, input: unknown): Checked {
  const checked = check(input);
  if (!checked.ok) throw new Error(checked.message);
  return checked.value;
}
