import type { Checked, Tool } from "../define";

export function checkedInput({ check }: Tool, input: unknown): Checked {
  const checked = check(input);
  if (!checked.ok) throw new Error(checked.message);
  return checked.value;
}
