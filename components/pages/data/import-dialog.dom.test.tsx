import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer, gate } from "@/components/client/testing/fake-server";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ImportDialog, nameFor } from "./import-dialog";

class FakeRequest {
  static all: FakeRequest[] = [];
  readonly upload: { onprogress?: (event: { loaded: number }) => void; onload?: () => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  status = 0;
  responseText = "";
  isAborted = false;
  route = "";
  body: unknown;

  open(method: string, path: string): void {
    this.route = `${method} ${path}`;
  }

  setRequestHeader(): void {}

  send(body: unknown): void {
    this.body = body;
    FakeRequest.all.push(this);
  }

  abort(): void {
    this.isAborted = true;
    this.onabort();
  }
}

const FILE = new File(["x".repeat(2_048)], "Sales 2024.csv", { type: "text/csv", lastModified: 1 });
const imported = (more = {}) => ({
  ...{ table: "sales_2024", columns: ["a"], types: ["TEXT"], rows: 12, readings: [], encoding: "utf-8" },
  ...{ delimiter: ",", header: true, ...more },
});
const price = { name: "price", text: "1,5", becomes: "1.5" };

function drawImport({
  appendTo = undefined as string | undefined,
  survey = (): unknown => ({ decimals: [], dates: [] }),
} = {}) {
  const server = new FakeServer().on("POST /api/database/csv", survey);
  const [onKeep, onImported, onClose] = [vi.fn(), vi.fn(), vi.fn()];
  const props = { file: FILE, tables: ["loaves", "people"], appendTo, onKeep, onImported, onClose };
  return { ...drawPage(<ImportDialog {...props} />, { server }), onImported, onClose };
}
const button = (name: string) => screen.getByRole("button", { name });
const isReady = () => waitFor(() => expect(button("Import").getAttribute("aria-disabled")).toBe("false"));
async function send(): Promise<FakeRequest> {
  await isReady();
  fireEvent.click(button("Import"));
  const request = FakeRequest.all.at(-1);
  if (!request) throw new Error("Nothing was sent");
  return request;
}
const answer = (request: FakeRequest, status: number, text: string) =>
  act(async () => {
    Object.assign(request, { status, responseText: text });
    request.onload();
  });
const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Table name" });

beforeEach(() => {
  FakeRequest.all = [];
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});

describe("a CSV", () => {
  it("creates a table named after the file and reports the result", async () => {
    const { onImported, onClose } = drawImport();
    expect(name().value).toBe("sales_2024");
    const request = await send();
    expect([request.route, request.body]).toEqual([
      ...["POST /api/database/tables/sales_2024/csv?mode=create&fileName=Sales+2024.csv", FILE],
    ]);
    await answer(request, 200, JSON.stringify(imported()));
    expect([onImported.mock.calls, onClose.mock.calls.length]).toEqual([[[imported()]], 1]);
    await waitFor(() => expect(notices()).toContain("12 rows imported into “sales_2024”"));
  });

  it("is sent once despite repeated clicks and shows the progress", async () => {
    drawImport();
    const request = await send();
    fireEvent.click(button("Import"));
    expect(FakeRequest.all).toHaveLength(1);
    expect([
      name().disabled,
      screen.getByRole<HTMLButtonElement>("radio", { name: "New table" }).disabled,
    ]).toEqual([...[true, true]]);
    act(() => request.upload.onprogress?.({ loaded: 1_024 }));
    expect(screen.getByRole("status").textContent).toMatch(/^1\S* KB of 2\S* KB sent$/);
    act(() => request.upload.onload?.());
    expect(screen.getByRole("status").textContent).toBe("Reading rows");
  });

  it("can be appended to a table, and one table can be preselected", async () => {
    drawImport({ appendTo: "people" });
    const tables = screen.getByRole<HTMLSelectElement>("combobox", { name: "Table" });
    expect(tables.value).toBe("people");
    fireEvent.change(tables, { target: { value: "loaves" } });
    const request = await send();
    expect(request.route).toBe("POST /api/database/tables/loaves/csv?mode=append&fileName=Sales+2024.csv");
    await answer(request, 200, JSON.stringify(imported({ table: "loaves", rows: 1 })));
    await waitFor(() => expect(notices()).toContain("1 row imported into “loaves”"));
  });

  it("is sent only after its formats are detected, and with the detected formats", async () => {
    const surveyed = gate<unknown>();
    drawImport({ survey: () => surveyed.wait });
    fireEvent.click(button("Import"));
    expect(FakeRequest.all).toEqual([]);
    surveyed.open({ decimals: [price], dates: [{ dates: "dmy", columns: [price] }] });
    const request = await send();
    expect(new URL(request.route.slice(5), "http://localhost").search).toBe(
      "?mode=create&decimal=comma&dates=dmy&fileName=Sales+2024.csv",
    );
  });

  it("requires a name for the table", async () => {
    drawImport();
    fireEvent.change(name(), { target: { value: "  " } });
    await isReady();
    fireEvent.click(button("Import"));
    expect(screen.getByRole("alert").textContent).toBe("Not imported. Enter a name.");
    expect(FakeRequest.all).toEqual([]);
  });

  it.each([
    [
      409,
      '{"error":{"code":"conflict","message":"There is a table “mine” already."}}',
      "There is a table “mine” already.",
    ],
    [502, "<html>Bad gateway</html>", "Easel cannot be reached. Is it running?"],
    [200, '{"rows":"many"}', "Easel cannot be reached. Is it running?"],
  ])("shows the error and keeps the typed name on status %i", async (status, text, message) => {
    const { onImported, onClose } = drawImport();
    fireEvent.change(name(), { target: { value: "mine" } });
    await answer(await send(), status, text);
    expect(screen.getByRole("alert").textContent).toBe(`Not imported. ${message}`);
    expect([name().value, name().disabled]).toEqual(["mine", false]);
    expect([onImported.mock.calls, onClose.mock.calls]).toEqual([[], []]);
    await send();
    expect([FakeRequest.all.length, screen.queryByRole("alert")]).toEqual([2, null]);
  });

  it("is aborted without a message when the dialog closes", async () => {
    const { unmount, onClose } = drawImport();
    const request = await send();
    fireEvent.click(button("Stop"));
    expect(onClose).toHaveBeenCalledOnce();
    unmount();
    await act(async () => {});
    expect([request.isAborted, notices()]).toEqual([true, []]);
  });
});

it("nameFor returns names that need no quotes in SQL", () => {
  expect(
    ["Sales 2024.csv", "2024.tsv", "  --.csv", "Übersicht (neu)!.TXT", "a".repeat(99)].map(nameFor),
  ).toEqual([...["sales_2024", "t_2024", "imported", "übersicht_neu", "a".repeat(60)]]);
});
