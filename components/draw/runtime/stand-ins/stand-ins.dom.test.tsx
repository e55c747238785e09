import { act, cleanup, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { notices, pressNotice } from "@/components/client/testing/notices";
import {
  createSnapModifier,
  restrictToHorizontalAxis,
  restrictToParentElement,
  restrictToVerticalAxis,
  snapCenterToCursor,
} from "./dnd-modifiers";
import Form from "./next-form";
import Image from "./next-image";
import Link from "./next-link";
import {
  notFound,
  redirect,
  usePathname,
  useRouter,
  useSearchParams,
  useSelectedLayoutSegments,
} from "./next-navigation";
import { useTheme } from "./next-themes";
import * as routing from "./react-router-dom";
import { createReactComponent } from "./tabler-icon";
import Toastify from "./toastify-js";
import { useCopyToClipboard } from "./use-copy-to-clipboard";
import { useMediaQuery } from "./use-media-query";

afterEach(cleanup);

function RouterProbe() {
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

test("links and forms of Next change the location that its hooks return, and back restores it", async () => {
  render(
    <>
      <RouterProbe />
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

test("next/image renders a plain image without attributes of Next", () => {
  render(<Image src={{ src: "data:,a", width: 4, height: 3 }} alt="A" priority quality={80} />);
  const image = screen.getByAltText("A");
  expect(image.getAttributeNames().sort()).toEqual(["alt", "height", "loading", "src", "width"]);
  expect(image.getAttribute("loading")).toBe("eager");
});

test("setTheme changes the theme of the frame, and system restores the page's", () => {
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

test("dnd-kit modifiers restrict axes, snap to steps and keep items inside", () => {
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
  expect(restrictToHorizontalAxis(dragged)).toMatchObject({ x: 90, y: 0 });
  // Without a pointer there is no position to center on.
  expect(snapCenterToCursor(dragged)).toMatchObject({ x: 90, y: -33 });
  const activatorEvent = new MouseEvent("mousedown", { clientX: 12, clientY: 12 });
  expect(snapCenterToCursor({ ...dragged, activatorEvent })).toMatchObject({ x: 82, y: -41 });
  expect(createSnapModifier(20)(dragged)).toMatchObject({ x: 100, y: -20 });
});

test("a Tabler icon is hidden from screen readers unless it has a name, and applies its props", () => {
  const Trash = createReactComponent("outline", "trash", "IconTrash", [["path", { d: "M4 7h16" }]]);
  const Star = createReactComponent("filled", "star", "IconStar", [["path", { d: "M0 0" }]]);
  const { container } = render(
    <>
      <Trash size={16} stroke={1.5} className="mine" />
      <Trash title="Delete" />
      <Star color="gold" aria-label="Favourite" />
    </>,
  );
  const all = [...container.querySelectorAll("svg")];
  expect(all.map((svg) => svg.getAttribute("aria-hidden"))).toEqual(["true", null, null]);
  const of = (at: number, names: string[]) => names.map((name) => all[at]?.getAttribute(name));
  expect(of(0, ["width", "height", "stroke-width", "fill"])).toEqual(["16", "16", "1.5", "none"]);
  expect(of(2, ["fill", "stroke", "aria-label"])).toEqual(["gold", "none", "Favourite"]);
  expect(screen.getByTitle("Delete")).toBeTruthy();
});

test("useCopyToClipboard sets isCopied for a moment, and not if the browser refuses", async () => {
  vi.useFakeTimers();
  const writeText = vi.fn(async (_: string) => {});
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue({ writeText } as never);
  const onCopy = vi.fn();
  const { result } = renderHook(() => useCopyToClipboard({ timeout: 100, onCopy }));
  const copy = (text: string) => act(() => result.current.copyToClipboard(text));
  await copy("a b");
  expect([writeText.mock.lastCall, result.current.isCopied]).toEqual([["a b"], true]);
  act(() => vi.advanceTimersByTime(100));
  expect(result.current.isCopied).toBe(false);
  writeText.mockRejectedValueOnce(new Error("Not allowed"));
  await copy("c");
  await copy("");
  expect(result.current.isCopied).toBe(false);
  expect([onCopy.mock.calls.length, writeText.mock.calls.length]).toEqual([1, 2]);
});

test("useMediaQuery follows the frame and unsubscribes", () => {
  const list = Object.assign(new EventTarget(), { matches: false });
  const asked = vi.spyOn(globalThis, "matchMedia").mockReturnValue(list as never);
  const gone = vi.spyOn(list, "removeEventListener");
  const { result, unmount } = renderHook(() => useMediaQuery("(min-width: 768px)"));
  expect([asked.mock.lastCall, result.current]).toEqual([["(min-width: 768px)"], false]);
  list.matches = true;
  act(() => void list.dispatchEvent(new Event("change")));
  expect(result.current).toBe(true);
  unmount();
  expect(gone).toHaveBeenCalled();
});

test("toastify shows a notice of the frame with its action", () => {
  const onClick = vi.fn();
  const shown = Toastify({ text: "Saved", duration: -1, onClick }).showToast();
  expect(notices()).toEqual(["Saved"]);
  pressNotice("Open");
  expect(onClick).toHaveBeenCalledOnce();
  shown.hideToast();
  expect(notices()).toEqual([]);
});

test("next/navigation returns parts of the location, stops at the start, and notFound throws", () => {
  const { result } = renderHook(() => ({
    router: useRouter(),
    parts: useSelectedLayoutSegments(),
    path: usePathname(),
  }));
  act(() => result.current.router.push("/items/7"));
  expect(result.current.parts).toEqual(["items", "7"]);
  act(() => result.current.router.replace("/items/8"));
  for (let times = 0; times < 20; times++) act(() => result.current.router.back());
  expect(result.current.path).toBe("/");
  for (let times = 0; times < 20; times++) act(() => result.current.router.forward());
  expect(result.current.path).toBe("/items/8");
  act(() => result.current.router.push("https://example.com/away"));
  expect(result.current.path).toBe("/items/8");
  expect(notFound).toThrow("notFound");
});

test("an app of React Router keeps its address in memory, and links and hooks work without a router", () => {
  const { BrowserRouter, Link, Route, Routes, useLocation, useNavigate, useParams } = routing;
  const Item = () => <p>{`Item ${useParams().id}`}</p>;
  const address = document.location.href;
  render(
    <BrowserRouter basename="/shop">
      <Link to="/items/7">Open</Link>
      <Routes>
        <Route path="/" element={<p>Start</p>} />
        <Route path="/items/:id" element={<Item />} />
      </Routes>
    </BrowserRouter>,
  );
  expect(screen.getByText("Start")).toBeTruthy();
  fireEvent.click(screen.getByText("Open"));
  expect(screen.getByText("Item 7")).toBeTruthy();
  function Login() {
    const navigate = useNavigate();
    return (
      <>
        <Link to="/signup">Sign up</Link>
        <button type="button" onClick={() => navigate("/done?step=2")}>
          Done
        </button>
        <output>{useLocation().pathname + useLocation().search}</output>
      </>
    );
  }
  render(<Login />);
  fireEvent.click(screen.getByText("Sign up"));
  fireEvent.click(screen.getByText("Done"));
  expect(place()).toBe("/done?step=2");
  expect(document.location.href).toBe(address);
});
