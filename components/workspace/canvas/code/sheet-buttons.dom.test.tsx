import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { aSurface } from "@/components/client/testing/samples";
import * as editor from "@/components/draw/editor/code-editor";
import { DeskContext, EMPTY_DESK } from "@/components/workspace/chat/desk";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { useShown } from "../use-version";
import { SheetButtons } from "./sheet-buttons";
// Import lazily loaded modules up front, so that no test waits for them on a busy machine.
import "./code-dialog";
import "./keep";

const note = (content: string) => ({ title: "Week", blocks: [{ type: "markdown", content }] });
const version = { component: undefined, answer: undefined, answeredAt: undefined, at: undefined };
const sheet = aSurface({
  ...{ title: "Wéek 48!", kind: "text", state: "open", input: note("Old") },
  versions: [{ ...version, id: "m/1", input: note("Old") }],
});
const call = { messageId: "m", toolCallId: "1" };

vi.spyOn(editor, "CodeEditor").mockImplementation(({ label, value, onChange }) => (
  <textarea aria-label={label} value={value} onChange={({ target }) => onChange(target.value)} />
));

let conversation = 0;
function draw(server: FakeServer, surface: Surface = sheet) {
  const id = `code-${conversation++}`;
  const stored: object[] = [];
  server
    .on(`GET /api/sheets/${id}/state`, () => ({ entries: {}, version: 1 }))
    .on(`PATCH /api/sheets/${id}/state`, ({ body }) => {
      stored.push(body as object);
      return { version: stored.length + 1 };
    });
  function Page() {
    const shown = useShown(surface);
    return (
      <>
        <SheetButtons surface={surface} shown={shown} />
        <output>{JSON.stringify(shown.input)}</output>
      </>
    );
  }
  drawPage(
    <DeskContext value={{ ...EMPTY_DESK, conversationId: id }}>
      <Page />
    </DeskContext>,
    { server },
  );
  return { id, stored };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const write = (change: (text: string) => string) => {
  const field = screen.getByRole<HTMLTextAreaElement>("textbox");
  fireEvent.change(field, { target: { value: change(field.value) } });
};
const component = (name: string) => ({
  ...{ name, description: "Week", code: "code", props_schema: null, version: 2 },
  updatedAt: "2026-11-29T12:00:00.000Z",
});

beforeEach(() => localStorage.clear());

describe("Keep", () => {
  it("stores the blocks as a component and then leads to it", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer().on("POST /api/components", ({ body }) => {
      sent.push(body);
      return sent.length === 1 ? refusal(409, "conflict", "Taken") : component("Week 48 2");
    });
    const { id } = draw(server);
    press("Keep");
    const link = await screen.findByRole("link", { name: "Kept" });
    expect(link.getAttribute("href")).toBe("/agent/components/Week%2048%202");
    expect(sent).toMatchObject([
      { name: "Week 48" },
      {
        name: "Week 48 2",
        description: "Kept from the sheet “Wéek 48!”",
        from: { conversation: id, ...call },
      },
    ]);
  });

  it("stores a changed sheet as the next version of its component", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer()
      .on("POST /api/components", () => component("Week 48"))
      .on("PATCH /api/components/Week%2048", ({ body }) => {
        sent.push(body);
        return component("Week 48");
      });
    draw(server);
    press("Keep");
    await screen.findByRole("link", { name: "Kept" });
    press("Code");
    await screen.findByRole("dialog");
    write((text) => text.replace("Old", "New"));
    press("Save");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    press("Keep");
    await screen.findByRole("link", { name: "Kept" });
    expect(sent).toMatchObject([{ code: expect.stringContaining('"New"') }]);
  });
});

describe("Code", () => {
  it("saves changed blocks as a version of the sheet", async () => {
    const { stored } = draw(new FakeServer());
    press("Code");
    await screen.findByRole("dialog", { name: "Code of “Wéek 48!”" });
    write((text) => text.replace("Old", "New"));
    press("Save");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("status", { hidden: true }).textContent).toContain("New");
    await waitFor(() => expect(stored).toMatchObject([{ entries: { edited: { over: "m/1" } } }]));
  });

  it("says where the JSON is wrong and keeps the text", async () => {
    draw(new FakeServer());
    press("Code");
    await screen.findByRole("dialog");
    write(() => '{ "blocks": [] }');
    press("Save");
    await screen.findByText(/^Not saved\. .*blocks/s);
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe('{ "blocks": [] }');
  });

  it("cannot be saved while the agent waits for the answer of a form", async () => {
    draw(new FakeServer(), { ...sheet, kind: "form", state: "waiting", isAsked: true });
    press("Code");
    await screen.findByText("Answer the question before you edit.");
    write((text) => text.replace("Old", "New"));
    expect(screen.getByRole("button", { name: "Save" }).getAttribute("aria-disabled")).toBe("true");
  });

  it("saves code as a version of its component, which the sheet shows", async () => {
    const own = { bundle: "old", name: "Clock", version: 1 };
    const input = { component: "Clock", props: { a: 1 } };
    const clock = {
      ...sheet,
      ...({ kind: "component", component: own, input } as const),
      versions: [{ ...version, id: "m/1", input, component: own }],
    };
    const sent: unknown[] = [];
    const shown = { bundle: "new", name: "Clock", version: 3 };
    const server = new FakeServer()
      .on("GET /api/components/Clock", () => component("Clock"))
      .on("GET /api/components/Clock/surface", () => ({ shown, home: "home" }))
      .on("PATCH /api/components/Clock", ({ body }) => {
        sent.push(body);
        return component("Clock");
      });
    const { stored } = draw(server, clock);
    press("Code");
    await screen.findByDisplayValue("code");
    write(() => "changed");
    press("Save");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent).toMatchObject([{ code: "changed", version: 2 }]);
    await waitFor(() =>
      expect(stored).toMatchObject([
        { entries: { edited: { versions: [{ input, library: { shown, home: "home" } }] } } },
      ]),
    );
  });
});
