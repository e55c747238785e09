import { expect, it } from "vitest";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { formRows } from "./form-rows";

const field = (type: FormField["type"], rest: Partial<FormField> = {}): FormField => ({
  name: type,
  label: "Short",
  type,
  ...rest,
});
const shape = (...fields: FormField[]) =>
  formRows(fields).map((row) => `${row.kind} ${row.fields.map(({ index }) => index).join("+")}`);

it("two short fields of the same type are side by side, and a third is on its own line", () => {
  expect(shape(field("number"), field("number"), field("number"))).toEqual(["pair 0+1", "one 2"]);
  expect(shape(field("date"), field("date"), field("number"), field("number"))).toEqual([
    "pair 0+1",
    "pair 2+3",
  ]);
});

it("texts, long labels and different types are on separate lines", () => {
  expect(shape(field("text"), field("text"))).toEqual(["one 0", "one 1"]);
  expect(shape(field("date"), field("number"))).toEqual(["one 0", "one 1"]);
  expect(shape(field("number"), field("number", { label: "A label that is rather long" }))).toEqual([
    "one 0",
    "one 1",
  ]);
});

it("consecutive checkboxes are combined in a list", () => {
  expect(shape(field("checkbox"), field("checkbox"), field("text"), field("checkbox"))).toEqual([
    "boxes 0+1",
    "one 2",
    "boxes 3",
  ]);
});
