import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { palette } from "@/lib/shared/palette";
import { FootMenu } from "./foot-menu";

const [LIGHT, DARK] = palette.paper;
const onShortcuts = vi.fn();

function draw({ canSignOut = true, server = new FakeServer() } = {}) {
  const trigger = <button type="button">More</button>;
  return drawPage(<FootMenu trigger={trigger} canSignOut={canSignOut} onShortcuts={onShortcuts} />, {
    server,
    path: "/settings/models",
  });
}
const theme = (name: string) => screen.getByRole("menuitemradio", { name });
const choose = (name: string | RegExp) => fireEvent.click(screen.getByRole("menuitem", { name }));
const chosen = () =>
  screen.getAllByRole("menuitemradio").find((one) => one.getAttribute("aria-checked") === "true")
    ?.textContent;
const ground = () =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(({ content }) => content);

beforeEach(() => {
  onShortcuts.mockClear();
  delete document.documentElement.dataset.theme;
  document.head.innerHTML = `
    <meta name="color-scheme" content="light dark">
    <meta name="theme-color" content="" media="(prefers-color-scheme: light)">
    <meta name="theme-color" content="" media="(prefers-color-scheme: dark)">`;
});

describe("the foot menu", () => {
  it("applies a theme at once, stores it in a cookie and stays open", () => {
    draw();
    expect(chosen()).toBe("System");
    fireEvent.click(theme("Dark"));
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(document.cookie).toContain("easel-theme=dark");
    expect(chosen()).toBe("Dark");
    expect(ground()).toEqual([DARK, DARK]);
    fireEvent.click(theme("Light"));
    expect(ground()).toEqual([LIGHT, LIGHT]);
    expect(document.querySelector('meta[name="color-scheme"]')?.getAttribute("content")).toBe("light");
  });

  it('removes the stored theme for "System"', () => {
    draw();
    fireEvent.click(theme("Dark"));
    fireEvent.click(theme("System"));
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(document.cookie).not.toContain("easel-theme=dark");
    expect(document.querySelector('meta[name="color-scheme"]')?.getAttribute("content")).toBe("light dark");
  });

  it("opens the shortcuts after the focus has returned to its button", async () => {
    draw();
    choose(/^Keyboard shortcuts/);
    expect(onShortcuts).not.toHaveBeenCalled();
    await waitFor(() => expect(onShortcuts).toHaveBeenCalledTimes(1));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "More" }));
  });

  it("does not open the shortcuts when closed by Escape", async () => {
    draw();
    fireEvent.keyDown(screen.getByRole("menu"), { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(onShortcuts).not.toHaveBeenCalled();
  });

  it('has no "Sign out" without a password', () => {
    draw({ canSignOut: false });
    expect(screen.queryByRole("menuitem", { name: "Sign out" })).toBeNull();
  });

  it("signs out on the server before it navigates", async () => {
    const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
    const server = new FakeServer().on("POST /api/logout", () => {
      expect(assign).not.toHaveBeenCalled();
      return {};
    });
    draw({ server });
    choose("Sign out");
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/login"));
    assign.mockRestore();
  });
});
