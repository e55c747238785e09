import * as z from "zod/mini";

/** Why a part of an export was left out or changed. */
export const LEFT_REASONS = [
  "bad_date",
  "broken_json",
  "continued",
  "cut_off",
  "cycle",
  "deleted",
  "does_not_compile",
  "duplicate",
  "encrypted",
  "failed",
  "missing_file",
  "missing_library",
  "missing_parent",
  "no_messages",
  "no_patch",
  "not_a_file",
  "too_deep",
  "too_large",
  "too_long",
  "unknown_kind",
  "unsafe_name",
  "unused",
] as const;
export type LeftReason = (typeof LEFT_REASONS)[number];

/**
 * Parts with the same reason: how many, and the names of the first ones. `details` has messages for some names, such as
 * the import that a component lacks.
 */
export const left = z.object({
  reason: z.enum(LEFT_REASONS),
  count: z.number(),
  names: z.array(z.object({ name: z.string(), detail: z.optional(z.string()) })),
});
export type Left = z.infer<typeof left>;

const MAX_NAMES = 100;
const MAX_NAME_CHARS = 200;
const MAX_DETAIL_CHARS = 300;

/** Collects what is left out of an import, with a limited number of names for each reason. */
export class Leftovers {
  private readonly all = new Map<LeftReason, Left>();

  constructor(before: readonly Left[] = []) {
    for (const one of before) this.all.set(one.reason, { ...one, names: [...one.names] });
  }

  add(reason: LeftReason, name: string, detail?: string): void {
    const one = this.all.get(reason) ?? { reason, count: 0, names: [] };
    one.count++;
    if (one.names.length < MAX_NAMES)
      one.names.push({
        name: name.slice(0, MAX_NAME_CHARS).toWellFormed(),
        ...(detail !== undefined && { detail: detail.slice(0, MAX_DETAIL_CHARS).toWellFormed() }),
      });
    this.all.set(reason, one);
  }

  list(): Left[] {
    return [...this.all.values()].toSorted((a, b) => b.count - a.count);
  }
}
