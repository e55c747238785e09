import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { PasswordSource } from "@/lib/shared/sessions";
import { PasswordCard } from "./password-card";

function draw(source: PasswordSource) {
  const sent: unknown[] = [];
  const server = new FakeServer()
    .on("PUT /api/password", ({ body }) => {
      sent.push(body);
      return {};
    })
    .on("DELETE /api/password", ({ body }) => {
      sent.push(body);
      return {};
    });
  drawPage(<PasswordCard source={source} />, { server });
  return { sent, server };
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("the password card", () => {
  it("sets the first password, and shows its characters on request", async () => {
    const { sent } = draw(null);
    type("Password", "short");
    press("Set password");
    await screen.findByText("Use at least 8 characters");
    type("Password", "open sesame");
    press("Show password");
    expect(screen.getByLabelText<HTMLInputElement>("Password").type).toBe("text");
    press("Set password");
    await screen.findByText("Set.");
    expect(sent).toEqual([{ password: "open sesame" }]);
    screen.getByRole("button", { name: "Change" });
  });

  it("changes it with the current one, and names the field that is wrong", async () => {
    const { sent, server } = draw("settings");
    press("Change");
    type("Current password", "wrong");
    type("New password", "open barley");
    server.on("PUT /api/password", () =>
      refusal(422, "Wrong password. Try again.", [
        { path: "current", message: "Wrong password. Try again." },
      ]),
    );
    press("Change password");
    await screen.findByText("Wrong password. Try again.");
    expect(screen.getByLabelText("Current password").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe("open barley");
    server.on("PUT /api/password", ({ body }) => {
      sent.push(body);
      return {};
    });
    type("Current password", "open sesame");
    press("Change password");
    await screen.findByText("Changed. Other browsers signed out.");
    expect(sent).toEqual([{ current: "open sesame", password: "open barley" }]);
  });

  it("removes it after the current one was entered", async () => {
    const { sent } = draw("settings");
    press("Remove");
    const dialog = within(await screen.findByRole("dialog", { name: "Remove the password?" }));
    fireEvent.change(dialog.getByLabelText("Current password"), { target: { value: "open sesame" } });
    fireEvent.click(dialog.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toEqual([{ current: "open sesame" }]);
    screen.getByRole("button", { name: "Set password" });
  });

  it("says that the environment sets it, and offers no change", () => {
    draw("environment");
    screen.getByText(/^Set by EASEL_PASSWORD:/);
    expect(screen.queryAllByRole("button")).toEqual([]);
  });
});
