import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { byHand, loadRuntime } from "./testing/load-runtime";

// The runtime removes globals, so the file runs in a separate process.
vi.resetModules();
let count = 0;
Object.assign(URL, { createObjectURL: () => `blob:null/${++count}`, revokeObjectURL: () => {} });
const page = await loadRuntime();

beforeEach(() => {
  page.sent.length = 0;
  page.hand.isActive = true;
  byHand(new PointerEvent("pointerdown", { bubbles: true }));
});

const fail = (type: "save" | "copy" | "open", problem: string) =>
  page.tell({ type: "done", id: page.of(type).at(-1)?.id ?? -1, problem });
const failure = () => page.of("failed").at(-1)?.failure.message;
const linkTo = (href: string, download?: string) =>
  Object.assign(document.createElement("a"), { href, ...(download !== undefined && { download }) });

describe("a download", () => {
  it.each<[string, (link: HTMLAnchorElement) => void]>([
    ["a click on a link in the document", (link) => document.body.appendChild(link).click()],
    ["a click on a detached link", (link) => link.click()],
    ["an event dispatched on a detached link", (link) => link.dispatchEvent(new MouseEvent("click"))],
  ])("by %s sends the file to the page, even if its URL is revoked at once", async (_, follow) => {
    const url = URL.createObjectURL(new Blob(["a,b"], { type: "text/csv" }));
    page.mount(() => null);
    await vi.waitFor(() => expect(page.of("painted")).toHaveLength(1));
    follow(linkTo(url, "days.csv"));
    URL.revokeObjectURL(url);
    await vi.waitFor(() => expect(page.of("save")).toHaveLength(1));
    const [save] = page.of("save");
    expect(save).toMatchObject({ name: "days.csv", mediaType: "text/csv", byHand: true });
    expect(page.of("part")).toEqual([{ type: "part", file: save?.file, data: btoa("a,b") }]);
    document.body.querySelector("a")?.remove();
  });

  it("of a data: URL contains its text or bytes", async () => {
    linkTo("data:text/plain,a%20b", "a.txt").click();
    await vi.waitFor(() => expect(page.of("part").at(-1)?.data).toBe(btoa("a b")));
    linkTo(`data:image/png;base64,${btoa("\u0089")}`, "a.png").click();
    await vi.waitFor(() => expect(page.of("part").at(-1)?.data).toBe(btoa("\u0089")));
  });

  it("that is not possible is reported on the surface", async () => {
    linkTo("https://example.test/a.csv", "a.csv").click();
    await vi.waitFor(() => expect(failure()).toContain("Only data of the component can be downloaded"));
    expect(page.of("save")).toEqual([]);
    linkTo("data:,a", "a").click();
    await vi.waitFor(() => expect(page.of("save")).toHaveLength(1));
    fail("save", "It needs a click.");
    await vi.waitFor(() => expect(failure()).toBe("It needs a click."));
  });
});

describe("copying", () => {
  it("is performed by the page, and resolves when it is done", async () => {
    const copied = navigator.clipboard.writeText("x");
    expect(page.of("copy")).toMatchObject([{ text: "x", byHand: true }]);
    page.tell({ type: "done", id: page.of("copy")[0]?.id ?? -1 });
    await expect(copied).resolves.toBeUndefined();
  });

  it("rejects and is reported if refused; reading is not possible", async () => {
    const copied = navigator.clipboard.writeText("x");
    fail("copy", "It needs a click.");
    await expect(copied).rejects.toThrow("It needs a click.");
    expect(failure()).toBe("It needs a click.");
    await expect(navigator.clipboard.readText()).rejects.toThrow("a field to paste into");
  });
});

describe("a link", () => {
  it("is opened by the page, once per press", async () => {
    page.mount(() => (
      <a href="https://example.test/" target="_blank" rel="noreferrer">
        Away
      </a>
    ));
    fireEvent.click(await screen.findByText("Away"));
    expect(page.of("open")).toMatchObject([{ url: "https://example.test/", byHand: true }]);
    expect(open("https://example.test/2", "_blank")).toBeNull();
    expect(page.of("open").map(({ byHand }) => byHand)).toEqual([true, false]);
    fail("open", "A link opens only after a click.");
    await vi.waitFor(() => expect(failure()).toContain("only after a click"));
  });

  it("opens nothing if the component handles it", async () => {
    page.mount(() => (
      <>
        <a href="https://example.test/" onClick={(event) => event.preventDefault()}>
          Handled
        </a>
        <a href="#below">Below</a>
      </>
    ));
    fireEvent.click(await screen.findByText("Handled"));
    fireEvent.click(screen.getByText("Below"));
    expect(page.of("open")).toEqual([]);
  });
});

it("alert shows a notice in the component", async () => {
  page.mount(() => <p>Here</p>);
  await screen.findByText("Here");
  alert("Saved it");
  await screen.findByText("Saved it");
});
