import { expect, test } from "vitest";
import { withDefaults, withoutUnset } from "./defaults";

const schema = {
  type: "object",
  properties: {
    city: { type: "string" },
    nights: { type: "integer", default: 2 },
    note: { type: ["string", "null"] },
    guests: { type: "integer" },
  },
  required: ["city"],
};

test("withoutUnset removes null only where the schema makes the property optional and forbids null", () => {
  expect(withoutUnset(schema, { city: null, nights: null, note: null, guests: null, other: null })).toEqual({
    city: null,
    note: null,
    other: null,
  });
  expect(withoutUnset(schema, [null])).toEqual([null]);
});

test("withDefaults adds the defaults of missing properties", () => {
  expect(withDefaults(schema, { city: "Bern" })).toEqual({ city: "Bern", nights: 2 });
  expect(withDefaults(schema, { city: "Bern", nights: 3 })).toEqual({ city: "Bern", nights: 3 });
});
