import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { SchemaForm } from "./schema-form";
import { useFields } from "./use-fields";

type Schema = Record<string, unknown>;

function draw(
  schema: Schema | null,
  initial: Schema = {},
  options: { isQuiet?: boolean; hasTitles?: boolean } = {},
) {
  const last: { values: unknown; sent: number } = { values: undefined, sent: 0 };
  function Page() {
    const fields = useFields(schema, initial);
    last.values = fields.values;
    return (
      <SchemaForm fields={fields} whole="All values" onSubmit={() => (last.sent += 1)} {...options}>
        <button type="submit">Go</button>
        <button type="button" onClick={fields.reset} disabled={!fields.isChanged}>
          Reset
        </button>
      </SchemaForm>
    );
  }
  render(<Page />);
  return last;
}
const fill = (name: string | RegExp, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });

const schema = {
  type: "object",
  properties: {
    city: { type: "string", description: "Where to look" },
    most: { type: "integer", maximum: 20 },
    notes: { type: "string", maxLength: 1_000 },
    fresh: { type: "boolean" },
    unit: { enum: ["C", "F"], enumNames: ["Celsius", "Fahrenheit"] },
    days: { type: "array", items: { enum: ["mon", "tue", 3] } },
    more: { type: "object" },
  },
  required: ["city"],
};

it("a schema form fills in each value by its kind, and omits empty ones", () => {
  const last = draw(schema, { city: "Bern" });
  expect(last.values).toEqual({ city: "Bern" });
  fill(/^most/, "7");
  fill(/^notes/, "a\nb");
  fireEvent.click(screen.getByRole("switch", { name: /fresh/ }));
  fireEvent.change(screen.getByRole("combobox", { name: /unit/ }), { target: { value: '"F"' } });
  const days = within(screen.getByRole("group", { name: /days/ }));
  fireEvent.click(days.getByRole("checkbox", { name: "3" }));
  fireEvent.click(days.getByRole("checkbox", { name: "mon" }));
  fill(/^more/, '{"deep": [1]}');
  expect(last.values).toEqual({
    ...{ city: "Bern", most: 7, notes: "a\nb", fresh: true, unit: "F" },
    // In the order of the schema, regardless of the order of clicks.
    ...{ days: ["mon", 3], more: { deep: [1] } },
  });
  fireEvent.click(days.getByRole("checkbox", { name: "3" }));
  fireEvent.click(days.getByRole("checkbox", { name: "mon" }));
  expect(last.values).not.toHaveProperty("days");
});

it("a schema form shows an error instead of the hint, also to screen readers, and submits nothing", () => {
  const last = draw(schema, { city: "Bern" });
  const field = screen.getByRole("textbox", { name: /^most/ });
  fill(/^most/, "many");
  screen.getByText("Not a number");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Not a number",
  );
  fill(/^most/, "99");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  fill(/^most/, "9");
  expect(field.getAttribute("aria-invalid")).toBe("false");
  fill(/^more/, "{ not json");
  screen.getByText(/^Invalid JSON: /);
  expect(last.values).toBeUndefined();
  const city = screen.getByRole("textbox", { name: /^city/ });
  expect(city.getAttribute("aria-required")).toBe("true");
  expect(document.getElementById(city.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Where to look",
  );
});

it("a schema form shows errors only in changed fields with isQuiet", () => {
  const needed = {
    properties: { most: { type: "number" }, least: { type: "number" } },
    required: ["most", "least"],
  };
  draw(needed, {}, { isQuiet: true });
  expect(screen.queryByText("Enter a number")).toBeNull();
  fill(/^most/, "x");
  fill(/^most/, "");
  expect(screen.getAllByText("Enter a number")).toHaveLength(1);
});

it("a schema form edits values without names in one JSON field, which requires an object", () => {
  const last = draw(null, { a: 1 });
  expect(last.values).toEqual({ a: 1 });
  fill("All values", "[1]");
  expect(screen.getByRole("alert").textContent).toBe("Enter one object: { … }");
  expect(last.values).toBeUndefined();
  fill("All values", '{"b": 2}');
  expect(last.values).toEqual({ b: 2 });
});

it("a schema form resets changes, and submits on Enter without navigation", () => {
  const last = draw(schema, { city: "Bern" });
  const reset = screen.getByRole<HTMLButtonElement>("button", { name: "Reset" });
  expect(reset.disabled).toBe(true);
  fill(/^city/, "Basel");
  expect(last.values).toEqual({ city: "Basel" });
  fireEvent.click(reset);
  expect(last.values).toEqual({ city: "Bern" });
  expect(fireEvent.submit(screen.getByRole("textbox", { name: /^city/ }))).toBe(false);
  expect(last.sent).toBe(1);
});

it("a schema form shows titles and labels of the schema if requested, and escapes hostile names", () => {
  const named = {
    properties: {
      unit: { title: "Unit of <b>heat</b>", oneOf: [{ const: "C", title: "Celsius" }, { const: "F" }] },
      " ": { type: "string", title: " " },
    },
    required: ["unit"],
  };
  draw(named, { unit: "C" }, { hasTitles: true });
  const unit = screen.getByRole("combobox", { name: /^Unit of <b>heat<\/b>/ });
  // A required choice that has a value cannot be unset.
  expect(
    within(unit)
      .getAllByRole("option")
      .map(({ textContent }) => textContent),
  ).toEqual(["Celsius", "F"]);
  expect(screen.getAllByRole("textbox")).toHaveLength(1);
});
