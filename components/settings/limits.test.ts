import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findLocaleBy } from "@/lib/shared/i18n/locale";
import { limitFields } from "./limits";
import { asFields, readFields } from "./number-fields";

const LIMITS = limitFields();
const values = { steps: 100, minutes: 0.5, tokens: 2_000_000, silence: null, cost: null };
const fields = asFields(LIMITS, values);

it("limits are formatted with grouped digits, and parsed to the same values", () => {
  expect(fields).toEqual({ steps: "100", minutes: "0.5", tokens: "2,000,000", silence: "", cost: "" });
  expect(readFields(LIMITS, fields)).toEqual({ values });
});

it("numbers with spaces and decimals are parsed", () => {
  const result = readFields(LIMITS, { ...fields, tokens: "1 000 000", cost: " 2.50 " });
  expect(result).toEqual({ values: { ...values, tokens: 1_000_000, cost: 2.5 } });
});

it("the rule of every invalid field is returned", () => {
  const result = readFields(LIMITS, { steps: "1.5", minutes: "", tokens: "many", silence: "0", cost: "0" });
  expect(result).toEqual({ wrong: new Map(LIMITS.map(({ name, rule }) => [name, rule])) });
});

describe("in German", () => {
  beforeEach(() => findLocaleBy(() => "de"));
  afterEach(() => findLocaleBy(() => undefined));

  it("numbers are formatted and parsed with a decimal comma", () => {
    const german = asFields(LIMITS, values);
    expect(german).toMatchObject({ minutes: "0,5", tokens: "2.000.000" });
    expect(readFields(LIMITS, german)).toEqual({ values });
    expect(readFields(LIMITS, { ...german, cost: "2.5" })).toEqual({ values: { ...values, cost: 2.5 } });
  });
});

it("a comma that does not group digits is invalid", () => {
  const result = readFields(LIMITS, { ...fields, cost: "2,5" });
  expect(result).toMatchObject({ wrong: new Map([["cost", "Above 0, at most 1,000,000"]]) });
});
