import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { type Block, blockSchema } from "@/lib/shared/blocks";
import { FormOpen } from "./form-open";
// Loaded in advance, so that the first test does not wait for the lazy import.
import "./form-options";

const options = Array.from({ length: 12 }, (_, at) => ({ value: `p${at}`, label: `Platform ${at}` }));

function draw(field: object = {}) {
  const onAnswer = vi.fn(async () => {});
  const whole = { name: "where", label: "Where from", type: "select", options, ...field };
  const block = blockSchema.parse({ type: "form", fields: [whole], submitLabel: "Go" }) as Block<"form">;
  render(<FormOpen block={block} ask={{ state: "waiting", onAnswer }} />);
  return onAnswer;
}
const field = () => screen.getByLabelText(/^Where from/, { selector: "button[role=combobox]" });
const search = () => screen.findByPlaceholderText<HTMLInputElement>("Search");
const listed = async () =>
  within(await screen.findByRole("listbox"))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);

beforeEach(() => {
  HTMLElement.prototype.scrollIntoView = () => {};
});

it("a searchable select opens by arrow key, filters by typing, selects by Enter and sends its value", async () => {
  const onAnswer = draw();
  expect(field().textContent).toBe("Choose");
  fireEvent.keyDown(field(), { key: "ArrowDown" });
  const typed = await search();
  expect(field().getAttribute("aria-expanded")).toBe("true");
  fireEvent.change(typed, { target: { value: "form 11" } });
  await waitFor(async () => expect((await listed())[0]).toBe("Platform 11"));
  fireEvent.keyDown(typed, { key: "Enter" });
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
  expect(field().textContent).toBe("Platform 11");
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  const data = { where: "p11" };
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ action: "submit", data }));
});

it("a searchable select opens at the selected option, and Escape keeps that option", async () => {
  draw({ default: "p7" });
  fireEvent.click(field());
  const chosen = await screen.findByRole("option", { name: /Platform 7/ });
  within(chosen).getByLabelText("chosen");
  expect(chosen.getAttribute("aria-selected")).toBe("true");
  fireEvent.keyDown(await search(), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());
  expect(field().textContent).toBe("Platform 7");
});

it("a searchable select shows a message if nothing matches", async () => {
  draw();
  fireEvent.click(field());
  fireEvent.change(await search(), { target: { value: "Gleis" } });
  await screen.findByText("No match.");
});

it("a searchable select can clear an optional choice", async () => {
  const onAnswer = draw({ default: "p7" });
  fireEvent.click(field());
  fireEvent.click(await screen.findByRole("option", { name: "No choice" }));
  await waitFor(() => expect(field().textContent).toBe("Choose"));
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ action: "submit", data: {} }));
});

it("a required select offers no empty choice, and without a choice shows an error and is not sent", async () => {
  const onAnswer = draw({ required: true });
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  await screen.findByText("Not sent yet: check “Where from”.");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  fireEvent.click(field());
  await search();
  expect(screen.queryByRole("option", { name: "No choice" })).toBeNull();
  expect(onAnswer).not.toHaveBeenCalled();
});
