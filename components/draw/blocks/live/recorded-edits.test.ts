import { expect, test } from "vitest";
import type { RowEdit } from "@/lib/shared/blocks/edits";
import { unreportedEdits } from "./recorded-edits";

const edit = (now: number): RowEdit => ({ table: "trips", key: { id: 1 }, set: { n: now }, was: { n: 1 } });

test("unreportedEdits excludes edits that the closing message contained", () => {
  const closing = { action: "message", text: "Wait", edits: [edit(2)] };
  expect(unreportedEdits([edit(2), edit(3)], closing)).toEqual([edit(3)]);
  expect(unreportedEdits([edit(2)], undefined)).toEqual([edit(2)]);
});
