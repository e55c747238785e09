import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Block } from "@/lib/shared/blocks";
import { blockSchema } from "@/lib/shared/blocks";
import { memory } from "../testing/memory";
import { FormOpen } from "./form-open";

const upload = vi.hoisted(() => vi.fn());
vi.mock("@/components/client/upload", () => ({ upload }));

const options = ["One", "Two", "Three"];
const form = (...fields: object[]) =>
  blockSchema.parse({ type: "form", fields, submitLabel: "Go" }) as Block<"form">;

it("a form sends fields of each type, including hidden ones", async () => {
  const onAnswer = vi.fn(async () => {});
  const block = form(
    { name: "several", label: "Several", type: "multiselect", options, default: ["Two"] },
    { name: "radio", label: "Radio", type: "radio", options, required: true },
    { name: "slider", label: "Slider", type: "slider", min: 10, max: 20 },
    { name: "rating", label: "Rating", type: "rating" },
    { name: "colour", label: "Colour", type: "colour" },
    { name: "mail", label: "Mail", type: "email" },
    { name: "order", label: "Order", type: "hidden", default: "o7" },
  );
  render(<FormOpen block={block} ask={{ state: "waiting", onAnswer }} />);
  expect(screen.queryByText("Order")).toBeNull();
  screen.getByRole("slider", { name: "Slider" });
  fireEvent.click(screen.getByRole("checkbox", { name: "One" }));
  fireEvent.click(screen.getByRole("radio", { name: "4 of 5" }));
  fireEvent.change(screen.getByRole("textbox", { name: "Colour" }), { target: { value: "#2f6f4f" } });
  fireEvent.change(screen.getByRole("textbox", { name: "Mail" }), { target: { value: "a@" } });
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  await screen.findByText(/Write an e-mail address/);
  screen.getByText("Not sent yet: check “Radio”, “Mail”.");
  fireEvent.change(screen.getByRole("textbox", { name: "Mail" }), { target: { value: "a@b.example" } });
  const radios = screen.getByRole("radiogroup", { name: "Radio" });
  fireEvent.click(within(radios).getByRole("radio", { name: "Three" }));
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  await waitFor(() =>
    expect(onAnswer).toHaveBeenCalledWith({
      action: "submit",
      data: {
        ...{ several: ["Two", "One"], radio: "Three", slider: 10, rating: 4 },
        ...{ colour: "#2f6f4f", mail: "a@b.example", order: "o7" },
      },
    }),
  );
});

it("a form renders headings of groups, and conditional fields when their condition is met", async () => {
  const onAnswer = vi.fn(async () => {});
  const block = blockSchema.parse({
    type: "form",
    groups: [{ name: "way", heading: "How it comes", columns: 2 }],
    fields: [
      { name: "who", label: "Who", type: "text", default: "Ana" },
      {
        name: "how",
        label: "How",
        type: "radio",
        options: ["Post", "Pick up"],
        default: "Pick up",
        group: "way",
      },
      {
        ...{ name: "street", label: "Street", type: "text", required: true, group: "way" },
        show_when: { field: "how", is: "Post" },
      },
    ],
    submitLabel: "Go",
  }) as Block<"form">;
  render(<FormOpen block={block} ask={{ state: "waiting", onAnswer }} />);
  const group = screen.getByRole("group", { name: "How it comes" });
  expect(screen.queryByRole("textbox", { name: "Street" })).toBeNull();
  fireEvent.click(within(group).getByRole("radio", { name: "Post" }));
  const street = await within(group).findByRole("textbox", { name: "Street" });
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  await screen.findByText("Not sent yet: check “Street”.");
  fireEvent.change(street, { target: { value: "Mill lane 4" } });
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  const data = { who: "Ana", how: "Post", street: "Mill lane 4" };
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ action: "submit", data }));
});

it("a form uploads a file when it is chosen, and sends its URL", async () => {
  const url = "/api/files/0b8f3a52-6f0e-4a5e-9d3c-2b7f1c9e4d10";
  upload.mockResolvedValueOnce({ url, name: "plan.csv", mediaType: "text/csv" });
  const onAnswer = vi.fn(async () => {});
  const block = form({ name: "plan", label: "Plan", type: "file", required: true, accept: [".csv"] });
  render(<FormOpen block={block} ask={{ state: "waiting", onAnswer }} />);
  const field = screen.getByLabelText(/^Plan/);
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  await screen.findByText("Choose at least one.");
  fireEvent.change(field, { target: { files: [new File(["x"], "a.png", { type: "image/png" })] } });
  await screen.findByText("a.png is none of .csv.");
  fireEvent.change(field, { target: { files: [new File(["a"], "plan.csv", { type: "text/csv" })] } });
  await screen.findByRole("button", { name: "Remove plan.csv" });
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  const data = { plan: [{ url, name: "plan.csv", mediaType: "text/csv" }] };
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ action: "submit", data }));
});

it("fields of each type have a role and a name, and show the restored draft", async () => {
  const file = {
    url: "/api/files/0b8f3a52-6f0e-4a5e-9d3c-2b7f1c9e4d10",
    name: "a.csv",
    mediaType: "text/csv",
  };
  const kinds = {
    ...{
      text: "Ada",
      textarea: "Two\nlines",
      email: "a@b.example",
      phone: "+49 170",
      url: "https://a.example",
    },
    ...{ number: 12, checkbox: true, date: "2026-11-28", time: "17:30", datetime: "2026-11-28T17:30" },
    ...{ multiselect: ["Two"], radio: "One", slider: 40, rating: 3, colour: "#2f6f4f", file: [file] },
  };
  const fields = [...Object.keys(kinds), "select", "hidden"].map((type) => ({
    ...{ name: type, label: `My ${type}`, type, options },
    ...(type === "hidden" && { default: "x" }),
  }));
  const stored = memory(kinds);
  const onAnswer = vi.fn(async () => {});
  render(<FormOpen block={form(...fields)} ask={{ state: "waiting", stored, onAnswer }} />);
  await waitFor(() =>
    expect(screen.getByRole("textbox", { name: "My text" })).toHaveProperty("value", "Ada"),
  );
  for (const [role, ...types] of [
    ["textbox", "text", "textarea", "email", "phone", "url", "colour"],
    ["spinbutton", "number"],
    ["checkbox", "checkbox"],
    ["group", "multiselect"],
    ["radiogroup", "radio", "rating"],
    ["slider", "slider"],
    ["combobox", "select"],
    ["list", "file"],
  ] as const)
    for (const type of types)
      screen.getByRole(role, { name: type === "file" ? "My file: files" : `My ${type}` });
  for (const type of ["date", "time", "datetime", "file"])
    screen.getByLabelText(`My ${type}`, { selector: "input" });
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  await waitFor(() =>
    expect(onAnswer).toHaveBeenCalledWith({ action: "submit", data: { ...kinds, hidden: "x" } }),
  );
});

it("a form repeats a group, names the invalid entry, and stores entries with the draft", async () => {
  const onAnswer = vi.fn(async () => {});
  const stored = memory();
  const block = blockSchema.parse({
    type: "form",
    groups: [{ name: "guests", heading: "Guest", repeat: { min: 1, max: 2, add_label: "Add a guest" } }],
    fields: [
      { name: "party", label: "Party", type: "text", default: "Tea" },
      { name: "name", label: "Name", type: "text", group: "guests", required: true },
      { name: "child", label: "Child", type: "checkbox", group: "guests" },
      { name: "age", label: "Age", type: "number", group: "guests", show_when: { field: "child", is: true } },
    ],
    submitLabel: "Go",
  }) as Block<"form">;
  const draw = () => render(<FormOpen block={block} ask={{ state: "waiting", onAnswer, stored }} />);
  const first = draw();
  // Searches by label, because searching by role in nested groups takes seconds.
  const field = (label: RegExp, nth: number) => screen.getAllByLabelText(label)[nth - 1] as HTMLElement;
  const type = (label: RegExp, nth: number, value: string) =>
    fireEvent.change(field(label, nth), { target: { value } });
  type(/^Name/, 1, "Ada");
  expect(screen.queryByLabelText("Remove Guest 1")).toBeNull();
  fireEvent.click(screen.getByText("Add a guest"));
  screen.getByLabelText("Remove Guest 1");
  const add = screen.getByText("Add a guest").closest("button");
  expect(add).toHaveProperty("disabled", true);
  fireEvent.click(screen.getByLabelText("Remove Guest 2"));
  expect(document.activeElement).toBe(add);
  fireEvent.click(screen.getByText("Add a guest"));
  expect(screen.queryByLabelText(/^Age/)).toBeNull();
  fireEvent.click(field(/^Child/, 2));
  await screen.findByLabelText(/^Age/);
  type(/^Age/, 1, "3");
  fireEvent.click(screen.getByText("Go"));
  await screen.findByText("Fill this in.");
  screen.getByText("Not sent yet: check “Guest”.");
  expect(field(/^Name/, 2).getAttribute("aria-invalid")).toBe("true");
  expect(stored.value).toMatchObject({
    guests: [
      { name: "Ada", child: false },
      { name: "", child: true, age: 3 },
    ],
  });
  first.unmount();
  draw();
  await waitFor(() => expect(screen.getAllByLabelText(/^Name/)).toHaveLength(2));
  type(/^Name/, 2, "Ben");
  fireEvent.click(screen.getByText("Go"));
  const guests = [
    { name: "Ada", child: false },
    { name: "Ben", child: true, age: 3 },
  ];
  await waitFor(() =>
    expect(onAnswer).toHaveBeenCalledWith({ action: "submit", data: { party: "Tea", guests } }),
  );
});

it("a form keeps values by name, and the focus, when the agent changes the fields", async () => {
  const onAnswer = vi.fn(async () => {});
  const stored = memory();
  const [town, nights] = [
    { name: "town", label: "Town", type: "text" },
    { name: "nights", label: "Nights", type: "number", default: 2 },
  ];
  const draw = (...fields: object[]) => (
    <FormOpen block={form(...fields)} ask={{ state: "waiting", onAnswer, stored }} />
  );
  const { rerender } = render(draw(town));
  const field = screen.getByRole("textbox", { name: "Town" });
  field.focus();
  fireEvent.change(field, { target: { value: "Porto" } });
  await waitFor(() => expect(stored.value).toEqual({ town: "Porto" }));
  rerender(draw(nights, town));
  expect(screen.getByRole("textbox", { name: "Town" })).toHaveProperty("value", "Porto");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Town" }));
  expect(screen.getByRole("spinbutton", { name: "Nights" })).toHaveProperty("value", "2");
  // The stored draft is a string, which is not valid for a list of choices, so the default is used.
  rerender(draw({ ...town, type: "multiselect", options: ["Porto", "Lisbon"] }));
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ action: "submit", data: { town: [] } }));
});
