import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { RadioGroup, RadioGroupItem } from "./radio-group";

const radio = (name: string) => screen.getByRole("radio", { name });
const press = (name: string, key: string) => {
  fireEvent.keyDown(radio(name), { key });
  fireEvent.keyUp(radio(name), { key });
};

it("an item is selected by a quick arrow key press, but not by focus after a key without effect", async () => {
  render(
    <RadioGroup aria-label="Way" orientation="horizontal">
      {["Post", "Pick up", "Bike"].map((way) => (
        <RadioGroupItem key={way} value={way} aria-label={way} />
      ))}
    </RadioGroup>,
  );
  radio("Post").focus();
  press("Post", "ArrowRight");
  await waitFor(() => expect(radio("Pick up").getAttribute("aria-checked")).toBe("true"));
  expect(document.activeElement).toBe(radio("Pick up"));

  press("Pick up", "ArrowDown");
  await new Promise((resolve) => setTimeout(resolve));
  radio("Bike").focus();
  expect(radio("Pick up").getAttribute("aria-checked")).toBe("true");
});
