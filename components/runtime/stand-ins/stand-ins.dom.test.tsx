import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { createSnapModifier, restrictToParentElement, restrictToVerticalAxis } from "./dnd-modifiers";
import Form from "./next-form";
import Image from "./next-image";
import Link from "./next-link";
import { redirect, usePathname, useRouter, useSearchParams } from "./next-navigation";
import { useTheme } from "./next-themes";

afterEach(cleanup);

function Place() {
  const router = useRouter();
  return (
    <>
      <output>{`${usePathname()}?${useSearchParams()}`}</output>
      <button type="button" onClick={router.back}>
        Back
      </button>
    </>
  );
}

const place = () => screen.getByRole("status").textContent;

test("links and forms of Next change the place that its hooks tell, and one comes back", async () => {
  render(
    <>
      <Place />
      <Link href={{ pathname: "/items", query: { page: 2 } }} prefetch={false}>
        Items
      </Link>
      <Link href="https://example.com/away">Away</Link>
      <Form action="/search" role="form">
        <input name="q" defaultValue="a b" />
      </Form>
    </>,
  );
  expect(place()).toBe("/?");
  fireEvent.click(screen.getByText("Items"));
  expect(place()).toBe("/items?page=2");
  fireEvent.click(screen.getByText("Away"));
  expect(place()).toBe("/items?page=2");
  fireEvent.submit(screen.getByRole("form"));
  expect(place()).toBe("/search?q=a+b");
  fireEvent.click(screen.getByText("Back"));
  expect(place()).toBe("/items?page=2");
  await act(async () => redirect("/login"));
  expect(place()).toBe("/login?");
});

test("a picture of Next is one of the browser's, with nothing of Next on it", () => {
  render(<Image src={{ src: "data:,a", width: 4, height: 3 }} alt="A" priority quality={80} />);
  const image = screen.getByAltText("A");
  expect(image.getAttributeNames().sort()).toEqual(["alt", "height", "loading", "src", "width"]);
  expect(image.getAttribute("loading")).toBe("eager");
});

test("a theme that a component sets is its frame's, and system is the page's again", () => {
  document.documentElement.dataset.theme = "light";
  let theme: ReturnType<typeof useTheme> | undefined;
  function Themed() {
    theme = useTheme();
    return null;
  }
  const drawn = render(<Themed />);
  expect(theme).toMatchObject({ theme: "system", resolvedTheme: "light" });
  act(() => theme?.setTheme("dark"));
  drawn.rerender(<Themed />);
  expect(theme).toMatchObject({ theme: "dark", resolvedTheme: "dark", systemTheme: "light" });
  expect(document.documentElement.classList.contains("dark")).toBe(true);
  act(() => theme?.setTheme("system"));
  drawn.rerender(<Themed />);
  expect(theme).toMatchObject({ theme: "system", resolvedTheme: "light" });
});

test("what is dragged goes up and down, in steps, or stays inside, as the modifiers of dnd-kit say", () => {
  const rect = (left: number, top: number, width: number, height: number) => ({
    ...{ left, top, width, height },
    ...{ right: left + width, bottom: top + height },
  });
  const dragged = {
    ...{ activatorEvent: null, active: null, activeNodeRect: null, over: null, overlayNodeRect: null },
    ...{ scrollableAncestors: [], scrollableAncestorRects: [], windowRect: null },
    draggingNodeRect: rect(10, 10, 20, 20),
    containerNodeRect: rect(0, 0, 100, 50),
    transform: { x: 90, y: -33, scaleX: 1, scaleY: 1 },
  };
  expect(restrictToVerticalAxis(dragged)).toMatchObject({ x: 0, y: -33 });
  expect(restrictToParentElement(dragged)).toMatchObject({ x: 70, y: -10 });
  expect(restrictToParentElement({ ...dragged, containerNodeRect: null })).toMatchObject({ x: 90, y: -33 });
  expect(createSnapModifier(20)(dragged)).toMatchObject({ x: 100, y: -20 });
});
