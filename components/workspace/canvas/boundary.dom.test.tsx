import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Boundary } from "./boundary";

it("content that fails to render is replaced by an error, and rendered again on retry", () => {
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
  expect(screen.getByRole("alert").textContent).toContain("Can’t render “Bread”.");
  screen.getByText("Beside it");
  isBroken = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  screen.getByText("Rows");
});
