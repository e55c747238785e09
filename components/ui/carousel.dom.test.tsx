import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import {
  Carousel,
  type CarouselApi,
  CarouselContent,
  CarouselItem,
  CarouselNext,
  CarouselPrevious,
} from "./carousel";

/**
 * The test DOM has no layout, so all slides have the same position. The tests check the calls to the carousel
 * instead.
 */
function draw(orientation: "horizontal" | "vertical" = "horizontal") {
  let api: CarouselApi;
  render(
    <Carousel
      aria-label="Pictures"
      orientation={orientation}
      setApi={(created) => {
        api = created;
      }}
    >
      <CarouselContent>
        <CarouselItem>One</CarouselItem>
        <CarouselItem>
          <input aria-label="Caption" />
        </CarouselItem>
      </CarouselContent>
      <CarouselPrevious />
      <CarouselNext />
    </Carousel>,
  );
  if (!api) throw new Error("There is no carousel");
  return { next: vi.spyOn(api, "scrollNext"), previous: vi.spyOn(api, "scrollPrev") };
}
const press = (key: string, on: HTMLElement = screen.getByText("One")) => fireEvent.keyDown(on, { key });

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

it("a carousel has a label and labelled slides, and moves with the arrow keys of its axis", () => {
  const { next, previous } = draw();
  screen.getByRole("region", { name: "Pictures" });
  expect(screen.getAllByRole("group")).toHaveLength(2);
  // `false` means that the default was prevented, so the page does not scroll.
  expect(press("ArrowRight")).toBe(false);
  expect(press("ArrowDown")).toBe(true);
  expect([next.mock.calls.length, previous.mock.calls.length]).toEqual([1, 0]);
  press("ArrowLeft");
  expect([next.mock.calls.length, previous.mock.calls.length]).toEqual([1, 1]);
});

it("a carousel moves with the up and down keys if vertical", () => {
  const { next, previous } = draw("vertical");
  expect(press("ArrowRight")).toBe(true);
  press("ArrowDown");
  press("ArrowUp");
  expect([next.mock.calls.length, previous.mock.calls.length]).toEqual([1, 1]);
});

it("a carousel ignores arrow keys inside a field of a slide", () => {
  const { next } = draw();
  expect(press("ArrowRight", screen.getByLabelText("Caption"))).toBe(true);
  expect(next).not.toHaveBeenCalled();
});

it("a carousel disables the buttons if there is nowhere to scroll", () => {
  draw();
  for (const name of ["Previous slide", "Next slide"])
    expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
});
