import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Block } from "@/lib/shared/blocks";
import { blockSchema } from "@/lib/shared/blocks";
import { FormOpen } from "./form-open";

const options = ["One", "Two", "Three"];
const form = (...fields: object[]) =>
  blockSchema.parse({ type: "form", fields, submitLabel: "Go" }) as Block<"form">;

it("fields of each kind are filled in and sent; what is hidden goes along unseen", async () => {
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
  screen.getByText("Not sent yet: look at “Radio”, “Mail”.");
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
