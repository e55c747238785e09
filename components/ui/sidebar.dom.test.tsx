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
const trigger = () => screen.getByRole("button", { name: "Open or close the sidebar" });
/** Returns true if the content is reachable by keyboard. */
const isReached = () => screen.getByText("Chats").closest("[inert]") === null;
const press = (key: string, rest: object = { ctrlKey: true }) =>
  fireEvent.keyDown(screen.getByLabelText("Message"), { key, ...rest });

describe("the sidebar", () => {
  it("is closed and opened by its trigger, and no key leads into it while it is closed", () => {
    draw();
    expect(isReached()).toBe(true);
    fireEvent.click(trigger());
    expect(isReached()).toBe(false);
    fireEvent.click(trigger());
    expect(isReached()).toBe(true);
  });

  it("is closed and opened by Ctrl+B or Cmd+B, which the browser does not get, and by no b that is typed", () => {
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

  it("no longer hears the keys once it is gone", () => {
    const onOpenChange = vi.fn();
    const { unmount } = draw({ onOpenChange });
    unmount();
    fireEvent.keyDown(window, { key: "b", ctrlKey: true });
    expect(onOpenChange).not.toHaveBeenCalled();
  });

  it("is as its page says, which is asked to change that", () => {
    const onOpenChange = vi.fn();
    draw({ open: false, onOpenChange });
    expect(isReached()).toBe(false);
    fireEvent.click(trigger());
    expect(onOpenChange.mock.calls).toEqual([[true]]);
    expect(isReached()).toBe(false);
  });

  it("closed to its icons can still be used, and says what each means", async () => {
    draw({ collapsible: "icon", defaultOpen: false });
    const button = screen.getByRole("button", { name: "Chats" });
    expect(isReached()).toBe(true);
    fireEvent.focus(button);
    expect((await screen.findByRole("tooltip")).textContent).toBe("All chats");
  });

  it("that never closes stays where it is", () => {
    draw({ collapsible: "none" });
    press("b");
    expect(isReached()).toBe(true);
  });
});

describe("the sidebar of a phone", () => {
  it("lies over the page when it is asked for, by name, and goes by Escape", async () => {
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
