import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ShellContext, useShell } from "@/components/client/shell/shell-context";
import { drawPage } from "@/components/client/testing/page";
import { ServerStatus } from "./server-status";

function Page({ isLost = false }: { isLost?: boolean }) {
  return (
    <ShellContext value={{ ...useShell(), isLost }}>
      <ServerStatus />
    </ShellContext>
  );
}
const text = () => screen.getByRole("status").textContent;

it("says once that another build serves, and reloads only on request", () => {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  const { tell } = drawPage(<Page />);
  tell("build one");
  tell(null);
  tell("build one");
  expect(text()).toBe("");
  tell("build two");
  expect(text()).toContain("Easel was updated.");
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Reload" }));
  expect(reload).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole("button", { name: "Not now" }));
  tell("build two");
  expect(text()).toBe("");
  tell("build three");
  expect(text()).toContain("Easel was updated.");
  // The earlier build serves again.
  tell("build one");
  expect(text()).toBe("");
  reload.mockRestore();
});

it("says that it reconnects, except where the conversation says it", () => {
  const { rerender } = drawPage(<Page isLost />, { path: "/settings/general" });
  expect(text()).toBe("Reconnecting… Your text is kept.");
  rerender(<Page />);
  expect(text()).toBe("");
  drawPage(<Page isLost />, { path: "/chat/one" });
  expect(screen.queryByText(/Reconnecting/)).toBeNull();
});
