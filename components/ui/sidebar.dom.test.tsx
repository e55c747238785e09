import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  Sidebar,
  SidebarInset,
  SidebarMenu,
  SidebarMenuButton,
  SidebarMenuItem,
  SidebarProvider,
  SidebarTrigger,
} from "./sidebar";

let isPhone = false;

beforeEach(() => {
  isPhone = false;
  vi.stubGlobal("matchMedia", () => ({
    matches: isPhone,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
});

type Options = Partial<Parameters<typeof SidebarProvider>[0]> &
  Pick<Parameters<typeof Sidebar>[0], "collapsible">;

function draw({ collapsible, ...options }: Options = {}) {
  return render(
    <SidebarProvider {...options}>
      <Sidebar collapsible={collapsible}>
        <SidebarMenu>
          <SidebarMenuItem>
            <SidebarMenuButton tooltip="All chats">Chats</SidebarMenuButton>
          </SidebarMenuItem>
        </SidebarMenu>
      </Sidebar>
      <SidebarInset>
        <SidebarTrigger />
        <input aria-label="Message" />
      </SidebarInset>
    </SidebarProvider>,
  );
}
const trigger = () => screen.getByRole("button", { name: "Toggle sidebar" });
/** Returns true if the content is reachable by keyboard. */
const isReached = () => screen.getByText("Chats").closest("[inert]") === null;
const press = (key: string, rest: object = { ctrlKey: true }) =>
  fireEvent.keyDown(screen.getByLabelText("Message"), { key, ...rest });

describe("the sidebar", () => {
  it("opens and closes with its trigger, and is not focusable while closed", () => {
    draw();
    expect(isReached()).toBe(true);
    fireEvent.click(trigger());
    expect(isReached()).toBe(false);
    fireEvent.click(trigger());
    expect(isReached()).toBe(true);
  });

  it("opens and closes with Ctrl+B or Cmd+B, but not with a typed b", () => {
    draw();
    press("b", {});
    press("n");
    expect(isReached()).toBe(true);
    // `fireEvent` returns true if the default was not prevented.
    expect(press("b")).toBe(false);
    expect(isReached()).toBe(false);
    press("b", { metaKey: true });
    expect(isReached()).toBe(true);
  });

  it("removes its key listener on unmount", () => {
    const onOpenChange = vi.fn();
    const { unmount } = draw({ onOpenChange });
    unmount();
    fireEvent.keyDown(window, { key: "b", ctrlKey: true });
    expect(onOpenChange).not.toHaveBeenCalled();
  });

  it("is controlled by its props, and reports changes", () => {
    const onOpenChange = vi.fn();
    draw({ open: false, onOpenChange });
    expect(isReached()).toBe(false);
    fireEvent.click(trigger());
    expect(onOpenChange.mock.calls).toEqual([[true]]);
    expect(isReached()).toBe(false);
  });

  it("stays usable when collapsed to icons, with tooltips", async () => {
    draw({ collapsible: "icon", defaultOpen: false });
    const button = screen.getByRole("button", { name: "Chats" });
    expect(isReached()).toBe(true);
    fireEvent.focus(button);
    expect((await screen.findByRole("tooltip")).textContent).toBe("All chats");
  });

  it("stays open if it is not collapsible", () => {
    draw({ collapsible: "none" });
    press("b");
    expect(isReached()).toBe(true);
  });
});

describe("the sidebar on a phone", () => {
  it("opens as a labelled dialog, and closes on Escape", async () => {
    isPhone = true;
    const onOpenChange = vi.fn();
    draw({ onOpenChange });
    expect(screen.queryByText("Chats")).toBeNull();
    fireEvent.click(trigger());
    const over = await screen.findByRole("dialog", { name: "Sidebar" });
    expect(over.textContent).toContain("Chats");
    fireEvent.keyDown(over, { key: "Escape" });
    expect(screen.queryByText("Chats")).toBeNull();
    // The desktop sidebar did not change.
    expect(onOpenChange).not.toHaveBeenCalled();
  });
});
