import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { BackupPreview, RestoreView } from "@/lib/shared/backup";
import { BackupCard } from "./backup-card";

const PREVIEW: BackupPreview = {
  id: "one",
  ...{ createdAt: "2026-11-28T10:00:00.000Z", bytes: 1_200_000, isEarlier: true, hasSecrets: false },
  enterAgain: ["the API key of provider:openai"],
  holds: { agents: 2, conversations: 31, messages: 400, files: 1 },
  replaces: { agents: 1, conversations: 3, messages: 12, files: 0 },
};
const NEVER: RestoreView = { canRestore: false, last: null };
const choose = (name: string) =>
  fireEvent.change(screen.getByLabelText("Backup to restore"), {
    target: { files: [new File(["x"], name)] },
  });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("a backup", () => {
  it("is prepared and then downloaded, with the password if one is set", async () => {
    const followed = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      hrefs.push(new URL(this.href).pathname);
    });
    const hrefs: string[] = [];
    const sent: unknown[] = [];
    const server = new FakeServer().on("POST /api/backup", ({ body }) => {
      sent.push(body);
      return sent.length === 1
        ? refusal(422, "Wrong password. Try again.", [
            { path: "current", message: "Wrong password. Try again." },
          ])
        : { id: "one", bytes: 5_000 };
    });
    drawPage(<BackupCard hasPassword restore={NEVER} />, { server });
    press("Download a backup");
    await screen.findByText("Wrong password. Try again.");
    fireEvent.change(screen.getByLabelText("Your password"), { target: { value: "open sesame" } });
    press("Download a backup");
    await screen.findByText("Downloading, 5 KB");
    expect(sent).toEqual([{ current: "" }, { current: "open sesame" }]);
    expect(hrefs).toEqual(["/api/backup/one"]);
    expect(screen.getByLabelText<HTMLInputElement>("Your password").value).toBe("");
    followed.mockRestore();
  });

  it("needs no password if none is set, and shows the reason for a failure", async () => {
    const server = new FakeServer().on("POST /api/backup", () => refusal(503, "The disk is full."));
    drawPage(<BackupCard hasPassword={false} restore={NEVER} />, { server });
    expect(screen.queryByLabelText("Your password")).toBeNull();
    press("Download a backup");
    await screen.findByText("No backup. The disk is full.");
  });

  it("shows what it contains and replaces before a restore, with the command", async () => {
    const server = new FakeServer().on("POST /api/backup/preview", () => PREVIEW);
    drawPage(<BackupCard hasPassword={false} restore={NEVER} />, { server });
    choose("my backup.easel");
    const dialog = within(await screen.findByRole("dialog", { name: "Restore “my backup.easel”" }));
    dialog.getByText("2 agents, 31 conversations, 400 messages, 1 file");
    dialog.getByText("1 agent, 3 conversations, 12 messages, 0 files");
    dialog.getByText("1.2 MB");
    dialog.getByText("the API key of provider:openai");
    expect(document.body.textContent).toContain("npm run restore 'my backup.easel' -- --replace");
  });

  it("shows the reason if a file cannot be restored", async () => {
    const server = new FakeServer().on("POST /api/backup/preview", () =>
      refusal(422, "The file is truncated. Copy it again."),
    );
    drawPage(<BackupCard hasPassword={false} restore={NEVER} />, { server });
    choose("half.easel");
    await screen.findByText("“half.easel” cannot be restored. The file is truncated. Copy it again.");
  });

  it("is restored after a confirmation, and the page reloads once the server is back", async () => {
    const reload = vi.spyOn(location, "reload").mockReturnValue();
    const sent: unknown[] = [];
    const last = { id: "one", at: "2026-11-29T10:00:00.000Z", isDone: true, message: "" };
    const server = new FakeServer()
      .on("POST /api/backup/preview", () => PREVIEW)
      .lose("GET /api/backup/restore")
      .on("POST /api/backup/restore", ({ body }) => {
        sent.push(body);
        return sent.length === 1 ? refusal(422, "Type restore", []) : {};
      });
    drawPage(<BackupCard hasPassword={false} restore={{ canRestore: true, last: null }} />, { server });
    choose("my.easel");
    const dialog = within(await screen.findByRole("dialog", { name: "Restore “my.easel”" }));
    const type = (value: string) =>
      fireEvent.change(dialog.getByLabelText("Type “restore” to confirm"), { target: { value } });
    type("yes");
    fireEvent.click(dialog.getByRole("button", { name: "Restore and restart" }));
    await dialog.findByText("Type restore");
    type("restore");
    fireEvent.click(dialog.getByRole("button", { name: "Restore and restart" }));
    await dialog.findByText("Restoring. This page reloads when done.");
    expect(reload).not.toHaveBeenCalled();
    server.on("GET /api/backup/restore", () => ({ canRestore: true, last }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce(), { timeout: 4_000 });
    expect(sent.at(-1)).toEqual({ id: "one", confirm: "restore" });
    reload.mockRestore();
  });

  it("shows the outcome of the last restore", () => {
    const at = "2026-11-29T10:00:00.000Z";
    const last = { id: "one", at, isDone: false, message: "The file is damaged." };
    drawPage(<BackupCard hasPassword={false} restore={{ canRestore: true, last }} />);
    screen.getByText(/^Not restored, nothing changed/);
    screen.getByText(/The file is damaged\./);
  });
});
