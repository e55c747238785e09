import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago, aRevision, NOW } from "@/components/client/testing/samples";
import { type ImportChange, type ImportPreview, MAX_AGENT_FILE } from "@/lib/shared/import";
import { ImportCard } from "./import-card";

class FakeRequest {
  static all: FakeRequest[] = [];
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } =
    {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  status = 0;
  responseText = "";
  path = "";

  open(_: string, path: string): void {
    this.path = path;
  }

  setRequestHeader(): void {}

  send(): void {
    FakeRequest.all.push(this);
  }

  abort(): void {
    this.onabort();
  }
}

const last = () => FakeRequest.all.at(-1) as FakeRequest;
const answer = (status: number, body: unknown) =>
  act(async () => {
    Object.assign(last(), { status, responseText: typeof body === "string" ? body : JSON.stringify(body) });
    last().onload();
  });
const refuse = (status: number, message: string, details?: unknown) =>
  answer(status, { error: { code: "refused", message, details } });

const change = (rest: Partial<ImportChange> = {}): ImportChange => ({
  ...{ kind: "tool", name: "half", action: "create", versions: 1, from: null, liveId: null },
  ...rest,
});
const preview = (changes: ImportChange[], rest: Partial<ImportPreview> = {}): ImportPreview => ({
  ...{ exportedAt: ago(60), hash: "h1", same: 0, changes },
  ...rest,
});
const FILE = {
  prompt: "Be kind.",
  tools: [{ name: "half", description: "Halves", parameter_schema: {}, code: "return 2", limits: null }],
};
const file = (text = JSON.stringify(FILE), name = "scout.json") => new File([text], name);

const draw = (server = new FakeServer()) => drawPage(<ImportCard now={NOW} />, { server });
const choose = (chosen = file()) =>
  fireEvent.change(screen.getByLabelText("Agent file"), { target: { files: [chosen] } });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const statusText = () => screen.getByRole("status").textContent;

beforeEach(() => {
  FakeRequest.all = [];
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});

describe("an agent file", () => {
  it("uploads for a preview, shows progress and can be cancelled", async () => {
    draw();
    choose();
    expect(statusText()).toBe("Sending “scout.json”, 0 %");
    expect(last().path).toBe("/api/import/preview");
    act(() => last().upload.onprogress?.({ loaded: 1, total: 4 }));
    expect(statusText()).toBe("Sending “scout.json”, 25 %");
    act(() => last().upload.onload?.());
    expect(statusText()).toBe("Reading “scout.json”");
    await act(async () => press("Cancel"));
    expect(statusText()).toBe("");
    screen.getByRole("button", { name: "Choose a file" });
  });

  it("previews each change and imports nothing yet", async () => {
    draw();
    choose();
    await answer(
      200,
      preview(
        [
          change({ disabled: true, versions: 2 }),
          change({ kind: "system_prompt", name: "system_prompt", action: "change", from: 3, liveId: "r3" }),
          change({ kind: "state", name: "score", action: "history", versions: 4 }),
          change({ kind: "setting", name: "policy", detail: "fetch_page: allow", allows: true }),
        ],
        { same: 1 },
      ),
    );
    screen.getByText(/: 2 new, 1 replaced, 1 with more history, 1 unchanged\.$/);
    screen.getByText("new, switched off, 2 versions");
    screen.getByText("replaces version 3, 1 version");
    screen.getByText("4 more versions");
    screen.getByText("new, allows without asking: fetch_page: allow");
    screen.getByText(/: 1 will be off\.$/);
    expect(FakeRequest.all).toHaveLength(1);
  });

  it("shows each change compared with the live version when expanded", async () => {
    const { server } = draw(
      new FakeServer().on("GET /api/history/r3", () => ({
        ...aRevision(3, { id: "r3", kind: "system_prompt", name: "system_prompt" }),
        content: "Be terse.",
      })),
    );
    choose();
    await answer(
      200,
      preview([
        change({ kind: "system_prompt", name: "system_prompt", action: "change", from: 3, liveId: "r3" }),
      ]),
    );
    fireEvent.click(screen.getByRole("button", { name: /^System prompt/ }));
    await waitFor(() => expect(server.asked).toEqual(["GET /api/history/r3"]));
    await waitFor(() => expect(screen.getByRole("listitem").textContent).toMatch(/terse.*kind/s));
  });

  it("that is too large or has become unreadable shows an error", async () => {
    draw();
    const large = file();
    Object.defineProperty(large, "size", { value: MAX_AGENT_FILE + 1 });
    choose(large);
    expect(statusText()).toContain("The limit is 4,000 MB.");
    expect(FakeRequest.all).toEqual([]);
    choose(file("{ changed meanwhile"));
    await answer(200, preview([change()]));
    fireEvent.click(screen.getByRole("button", { name: /^half/ }));
    await screen.findByText(/The file changed\. Choose it again\./);
  });

  it("whose content equals the live versions offers no import", async () => {
    draw();
    choose();
    await answer(200, preview([], { same: 12 }));
    screen.getByText(/: nothing new\.$/);
    expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
    press("Choose another file");
    screen.getByRole("button", { name: "Choose a file" });
  });

  it("that is rejected shows up to five issues with their paths", async () => {
    draw();
    choose();
    const issues = Array.from({ length: 7 }, (_, n) => ({ path: `tools[${n}]`, message: "No code" }));
    await refuse(422, "The file is not valid.", issues);
    expect(statusText()).toContain("“scout.json” not imported, nothing changed. The file is not valid.");
    expect(screen.getAllByRole("listitem")).toHaveLength(5);
    expect(statusText()).toContain("tools[0]: No code");
    choose();
    await answer(502, "<html>Bad gateway</html>");
    expect(statusText()).toContain("Easel cannot be reached.");
  });

  it("can be dropped on the card", async () => {
    draw();
    const place = screen.getByText("or drop it here").parentElement as HTMLElement;
    fireEvent.drop(place, { dataTransfer: { files: [file("{}", "dropped.json")] } });
    expect(statusText()).toContain("dropped.json");
  });
});

describe("importing", () => {
  const begin = async (changes = [change()]) => {
    const drawn = draw();
    choose();
    await answer(200, preview(changes));
    return drawn;
  };

  it("sends the previewed hash and offers undo", async () => {
    const { server } = await begin();
    const sent: unknown[] = [];
    server.on("POST /api/history/at", ({ body }) => {
      sent.push(body);
      return { revisions: [aRevision(1)] };
    });
    press("Import");
    expect(last().path).toBe("/api/import?expect=h1&rights=ask");
    await answer(200, { at: NOW, same: 0, changes: [change()] });
    expect(statusText()).toContain("Imported “scout.json”: 1 new.");
    await waitFor(() => expect(notices()).toContain("Imported “scout.json”"));
    pressNotice("Undo");
    await waitFor(() => expect(notices()).toContain("Undone: 1 item"));
    expect(sent).toMatchObject([{ at: "2026-11-22T11:59:59.999Z" }]);
  });

  it("grants permissions from the file only if the user agrees", async () => {
    await begin([change({ kind: "setting", name: "policy", allows: true })]);
    fireEvent.click(screen.getByRole("checkbox", { name: "Import 1 permission to act without asking" }));
    press("Import");
    await waitFor(() => expect(last().path).toBe("/api/import?expect=h1&rights=file"));
  });

  it("shows a new preview if something changed since the first one", async () => {
    await begin();
    press("Import");
    await refuse(409, "It would do something else now.");
    expect(last().path).toBe("/api/import/preview");
    await answer(200, preview([change(), change({ name: "double" })], { hash: "h2" }));
    expect(statusText()).toMatch(/^Not imported: this list has changed\./);
    press("Import");
    expect(last().path).toBe("/api/import?expect=h2&rights=ask");
  });

  it("can be retried if Easel was unreachable", async () => {
    await begin();
    press("Import");
    await act(async () => last().onerror());
    expect(statusText()).toMatch(/^Not imported\. Easel cannot be reached/);
    press("Import");
    expect(FakeRequest.all).toHaveLength(3);
    await refuse(500, "The disk is full.");
    expect(statusText()).toContain("not imported, nothing changed. The disk is full.");
  });

  it("redirects to the login page when the session has ended", async () => {
    const assign = vi.spyOn(location, "assign").mockReset();
    await begin();
    press("Import");
    await refuse(401, "Sign in first.");
    expect(assign).toHaveBeenCalledWith("/login?next=%2F");
  });
});
