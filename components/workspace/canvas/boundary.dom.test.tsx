import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Boundary } from "./boundary";

it("the inside of a sheet that cannot be drawn says so, and is drawn when one tries again", () => {
  let isBroken = true;
  const Inside = () => {
    if (isBroken) throw new Error("No rows");
    return <p>Rows</p>;
  };
  vi.spyOn(console, "error").mockImplementation(() => {});
  render(
    <>
      <p>Beside it</p>
      <Boundary title="Bread">
        <Inside />
      </Boundary>
    </>,
  );
  expect(screen.getByRole("alert").textContent).toContain("“Bread” could not be drawn.");
  screen.getByText("Beside it");
  isBroken = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  screen.getByText("Rows");
});
