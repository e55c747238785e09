import { afterEach, expect, it } from "vitest";
import { groundsOf } from "./snapshot";

afterEach(() => {
  document.body.replaceChildren();
});

it("groundsOf returns the backgrounds behind a transparent row, from the bottom up", () => {
  document.body.innerHTML = `<main style="background-color: rgb(250, 250, 250)"><table style="background-color: rgba(0, 0, 0, 0.1)">
    <tr style="background-color: rgba(0, 0, 0, 0.05)"><td>Rye</td></tr></table></main>`;
  const row = document.querySelector("tr") as Element;
  expect(groundsOf(row)).toEqual(["#ffffff", "rgb(250, 250, 250)", "rgba(0, 0, 0, 0.1)"]);
});
