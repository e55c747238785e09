import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago } from "@/components/client/testing/samples";
import { ImportButton } from "./import-button";

const CREATE = "POST /api/components";
const CHANGE = "PATCH /api/components/Board";
const FIELDS = { description: "A board", code: "export default 1" };
const FILE = { easel: "component", name: "Board", ...FIELDS };
const SAVED = { ...FIELDS, name: "Board", props_schema: null, version: 1, updatedAt: ago(0) };
const taken = () => refusal(409, "There is one already.");
const failed = () =>
  refusal(422, "It failed.", { gate: { verdict: "failed", message: "x is not a function" } });
const isAccepted = (body: unknown) => (body as { accept: boolean }).accept;

function draw(server: FakeServer) {
  const onImported = vi.fn();
  drawPage(<ImportButton onImported={onImported} />, { server });
  return onImported;
}

function choose(content: unknown, fileName = "board.json") {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const input = screen.getByLabelText("A component's file");
  fireEvent.change(input, { target: { files: [new File([text], fileName)] } });
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const question = () => screen.queryByRole("alertdialog");
const isThere = () => screen.findByText("“Board” already exists");
const didNotWork = () => screen.findByText("“Board” failed its test");

describe("chosen component file", () => {
  it("is created under its name", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer().on(CREATE, ({ body }) => {
      sent.push(body);
      return SAVED;
    });
    const onImported = draw(server);
    choose({ ...FILE, props_schema: { type: "object" } });
    await waitFor(() => expect(onImported).toHaveBeenCalledWith("Board"));
    expect(sent).toEqual([{ ...FIELDS, name: "Board", props_schema: { type: "object" }, accept: false }]);
    expect(question()).toBeNull();
  });

  it("is reported and not sent if invalid", async () => {
    const server = new FakeServer();
    const onImported = draw(server);
    choose("{", "notes.txt");
    await waitFor(() => expect(notices()).toContain("“notes.txt” not imported. Not a JSON file."));
    expect(server.asked).toEqual([]);
    expect(onImported).not.toHaveBeenCalled();
  });

  it("replaces a component of the same name only after confirmation", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer().on(CREATE, taken).on(CHANGE, ({ body }) => {
      sent.push(body);
      return SAVED;
    });
    const onImported = draw(server);
    choose(FILE);
    await isThere();
    press("Cancel");
    await waitFor(() => expect(question()).toBeNull());
    expect(sent).toEqual([]);
    choose(FILE);
    await isThere();
    press("Save as next version");
    await waitFor(() => expect(onImported).toHaveBeenCalledTimes(1));
    // A file without a props schema removes the existing one.
    expect(sent).toEqual([{ ...FIELDS, props_schema: null, accept: false }]);
    await waitFor(() => expect(question()).toBeNull());
  });

  it("is saved once despite repeated clicks, with the dialog open until then", async () => {
    const saved = gate<unknown>();
    const server = new FakeServer().on(CREATE, taken).on(CHANGE, () => saved.wait);
    const onImported = draw(server);
    choose(FILE);
    await isThere();
    press("Save as next version");
    press("Save as next version");
    expect(question()).not.toBeNull();
    saved.open(SAVED);
    await waitFor(() => expect(question()).toBeNull());
    expect(server.count(CHANGE)).toBe(1);
    expect(onImported).toHaveBeenCalledTimes(1);
  });

  it("is imported despite a failed trial after a warning", async () => {
    const accepted: unknown[] = [];
    const server = new FakeServer().on(CREATE, ({ body }) => {
      accepted.push(isAccepted(body));
      return isAccepted(body) ? SAVED : failed();
    });
    const onImported = draw(server);
    choose(FILE);
    await didNotWork();
    screen.getByText("x is not a function");
    press("Import anyway");
    await waitFor(() => expect(onImported).toHaveBeenCalledWith("Board"));
    expect(accepted).toEqual([false, true]);
  });

  it("asks twice if the name exists and the trial fails", async () => {
    const server = new FakeServer()
      .on(CREATE, taken)
      .on(CHANGE, ({ body }) => (isAccepted(body) ? SAVED : failed()));
    const onImported = draw(server);
    choose(FILE);
    await isThere();
    press("Save as next version");
    await didNotWork();
    expect(onImported).not.toHaveBeenCalled();
    press("Import anyway");
    await waitFor(() => expect(onImported).toHaveBeenCalledWith("Board"));
    expect(server.count(CHANGE)).toBe(2);
  });

  it("shows an error when refused or unsent, and can be chosen again", async () => {
    const server = new FakeServer().on(CREATE, () => refusal(500, "The disk is full."));
    const onImported = draw(server);
    choose(FILE);
    await waitFor(() => expect(notices()).toContain("“Board” not imported. The disk is full."));
    server.lose(CREATE);
    choose(FILE);
    const lost = expect.stringMatching(/^“Board” not imported\. Easel cannot be reached/);
    await waitFor(() => expect(notices()).toContainEqual(lost));
    server.on(CREATE, () => SAVED);
    choose(FILE);
    await waitFor(() => expect(onImported).toHaveBeenCalledWith("Board"));
  });
});
