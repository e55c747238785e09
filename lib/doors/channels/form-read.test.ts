import { describe, expect, test } from "vitest";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { fieldValue } from "@/lib/shared/blocks/form-value";
import { example, problemOf, readFormField } from "./form-read";

const field = (type: FormField["type"], over: Partial<FormField> = {}): FormField => ({
  ...{ name: "it", label: "It", type },
  ...over,
});
const options = ["Red", { value: "g", label: "Green" }, "Blue"];

describe("form fields in chat messages", () => {
  test.each<[FormField, string, unknown]>([
    [field("number"), "1 200,5", 1200.5],
    [field("slider"), "40", 40],
    [field("rating"), "4", 4],
    [field("checkbox"), "Ja", true],
    [field("checkbox"), "no", false],
    [field("date"), "31.1.2026", "2026-01-31"],
    [field("time"), "9:05", "09:05"],
    [field("time"), "17.30", "17:30"],
    [field("datetime"), "31.1.2026, 9:05", "2026-01-31T09:05"],
    [field("datetime"), "2026-01-31T17:30", "2026-01-31T17:30"],
    [field("select", { options }), "green", "g"],
    [field("radio", { options }), "3", "Blue"],
    [field("multiselect", { options }), "1, green", ["Red", "g"]],
    [field("colour"), "2f6f4f", "#2f6f4f"],
    [field("email"), " a@example.com ", "a@example.com"],
    [field("phone"), " +49 30 1234567", "+49 30 1234567"],
    [field("url"), "https://example.com ", "https://example.com"],
  ])("%o accepts %j", (formField, text, value) => {
    expect(readFormField(formField, text)).toEqual(value);
    expect(fieldValue(formField).parse(value)).toEqual(value);
  });

  test.each<[FormField, string]>([
    [field("number"), "many"],
    [field("date"), "31.2.2026"],
    [field("time"), "25:00"],
    [field("datetime"), "2026-01-31"],
    [field("datetime"), "tomorrow 9:00"],
    [field("checkbox"), "perhaps"],
    [field("radio", { options }), "4"],
    [field("multiselect", { options }), "1, 4"],
  ])("%o rejects %j and names the expected format", (formField, text) => {
    expect(readFormField(formField, text)).toBeUndefined();
    expect(problemOf(formField, text)).toMatch(/^“.+” is not .+\.$/);
  });

  test("a question describes the expected format only if it is not obvious", () => {
    expect(example(field("slider"))).toBe("A number, at least 0, at most 100");
    expect(example(field("time"))).toBe("A time, such as 17:30");
    expect(example(field("text"))).toBeUndefined();
    expect(example(field("number"))).toBeUndefined();
  });
});
