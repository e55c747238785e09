import { EditorView } from "@codemirror/view";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { type ComponentType, useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { aRevision, NOW } from "@/components/client/testing/samples";
import type { AgentTool } from "@/lib/shared/agent-tools/contract";
import type { ToolView } from "@/lib/shared/tools/view";
import { ToolDeletion } from "../deletion";
import { LimitsTab } from "../limits-tab";
import { ToolPage } from "../tool-page";
import { ParametersTab } from "./parameters-tab";
import { type Source, useSource } from "./use-source";
// Preload lazy modules, so that tests do not wait for them.
import "@/components/client/versions/conflict";
import "@/components/client/versions/versions-tab";
import "./code-tab";
import "@/components/ui/kit/action-menu";

const half: AgentTool = {
  ...{ name: "half", description: "Halves a number", code: "return args.n / 2;", limits: null },
  parameter_schema: { type: "object", properties: { n: { type: "number" } } },
  ...{ enabled: true, version: 2, updatedAt: NOW },
};
const view: ToolView = {
  ...{ name: "half", description: "Halves a number", inputSchema: {}, policy: "ask", enabled: true },
  pauses: false,
};
const versions = { revisions: [aRevision(2), aRevision(1)] };

function aServer(sent: unknown[] = []): FakeServer {
  return new FakeServer()
    .on("GET /api/origins", () => ({ marks: [] }))
    .on("GET /api/history", () => versions)
    .on("POST /api/agent-tools/check", () => ({ ok: true }))
    .on("PATCH /api/agent-tools/half", ({ body }) => {
      sent.push(body);
      return { ...half, ...(body as object), version: 3 };
    });
}
function draw(server: FakeServer, Tab: ComponentType<{ source: Source; tool: AgentTool }>) {
  function Page() {
    const [tool, setTool] = useState(half);
    return <Tab source={useSource(tool, setTool)} tool={tool} />;
  }
  return drawPage(<Page />, { server });
}
function drawWhole(server: FakeServer, tab: string) {
  const loaded = { view, calls: { calls: [] }, versions, lines: {} };
  const entry = { kind: "own" as const, known: half, ...loaded };
  const page = (
    <ToolDeletion>
      <ToolPage name="half" entry={entry} now={NOW} />
    </ToolDeletion>
  );
  return drawPage(page, { server, path: `/agent/tools/half#${tab}` });
}
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const write = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const tabs = () => screen.getAllByRole("tab").map((tab) => tab.textContent);
async function code(label: string, insert: string) {
  const view = EditorView.findFromDOM(await screen.findByRole("textbox", { name: label }));
  act(() => view?.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } }));
}

beforeEach(() => localStorage.clear());

describe("editing a tool", () => {
  it("saves all changed fields as one version, and sends no unchanged fields", async () => {
    const sent: unknown[] = [];
    const { router } = drawWhole(aServer(sent), "limits");
    await screen.findByLabelText("Computing");
    write("Computing", "1,000");
    expect(tabs()).toEqual(["Code", "Parameters", "Limits, not saved", "Calls", "Proof", "Versions"]);
    screen.getByText("Runs version 2 without your changes.");
    save();
    await screen.findByText("Saved as version 3");
    expect(sent).toEqual([{ limits: { cpuMs: 1_000 }, version: 2 }]);
    expect(router.refresh).toHaveBeenCalled();
    expect(localStorage.getItem("easel:tool:half")).toBeNull();
  });

  it("shows invalid limits at their fields, and does not send them", async () => {
    const { server } = draw(aServer(), LimitsTab);
    write("Memory", "1.5");
    await screen.findByText("Whole number, 8 to 64 MB, or empty");
    save();
    fireEvent.submit(screen.getByRole("form", { name: "Limits of a run" }));
    expect(server.count("PATCH /api/agent-tools/half")).toBe(0);
  });

  it("sends one request despite repeated clicks, and keeps edits made during the request", async () => {
    const answer = gate<unknown>();
    const server = aServer().on("PATCH /api/agent-tools/half", () => answer.wait);
    draw(server, ParametersTab);
    write("What it does", "Gives half");
    save();
    await screen.findByText("Saving");
    save();
    write("What it does", "Gives half of a number");
    await act(async () => answer.open({ ...half, description: "Gives half", version: 3 }));
    await screen.findByText("Not saved");
    expect(server.count("PATCH /api/agent-tools/half")).toBe(1);
    expect(field("What it does").value).toBe("Gives half of a number");
    const sent: unknown[] = [];
    server.on("PATCH /api/agent-tools/half", ({ body }) => {
      sent.push(body);
      return { ...half, description: "Gives half of a number", version: 4 };
    });
    save();
    await screen.findByText("Saved as version 4");
    expect(sent).toEqual([{ description: "Gives half of a number", version: 3 }]);
  });

  it("keeps edits after a failed save, and after the user leaves the page", async () => {
    const server = aServer().lose("PATCH /api/agent-tools/half");
    const { unmount } = draw(server, LimitsTab);
    write("Computing", "20");
    save();
    await screen.findByText(/^Not saved\. Easel cannot be reached/);
    unmount();
    draw(server, LimitsTab);
    expect(field("Computing").value).toBe("20");
    fireEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(field("Computing").value).toBe("");
    expect(localStorage.getItem("easel:tool:half")).toBeNull();
  });

  it("overwrites a newer version only after confirmation", async () => {
    const sent: unknown[] = [];
    const server = aServer()
      .on("PATCH /api/agent-tools/half", ({ body }) => {
        sent.push(body);
        const { version } = body as AgentTool;
        return version === 3
          ? { ...half, description: "Mine", version: 4 }
          : refusal(409, "Version 3 is live.", { version: 3 });
      })
      .on("GET /api/agent-tools/half", () => ({ ...half, description: "Theirs", version: 3 }));
    draw(server, ParametersTab);
    write("What it does", "Mine");
    save();
    await screen.findByRole("alert");
    expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
    expect(field("What it does").value).toBe("Mine");
    fireEvent.click(screen.getByRole("button", { name: "Save mine over it" }));
    await screen.findByText("Saved as version 4");
    expect(sent).toEqual([
      { description: "Mine", version: 2 },
      { description: "Mine", version: 3 },
    ]);
  });
});

describe("editing code and schema", () => {
  it("shows the place of a compile error, and a hint to that error on the other tabs", async () => {
    const server = aServer().on("PATCH /api/agent-tools/half", () =>
      refusal(422, "The code does not compile: Unexpected end (line 1, column 8).\n1 | return", {
        ...{ line: 1, column: 8 },
      }),
    );
    drawWhole(server, "code");
    await code("Code of half", "return (");
    save();
    await screen.findByText("Not saved. Line 1, column 8: Unexpected end");
    fireEvent.mouseDown(screen.getByRole("tab", { name: /^Limits/ }), { button: 0 });
    await screen.findByText("Not saved: see Code.");
  });

  it("shows a schema error without sending a request, and sends a valid schema", async () => {
    const sent: unknown[] = [];
    draw(aServer(sent), ParametersTab);
    const write = (text: string) => code("Parameters of half", text);
    await write("[1]");
    await screen.findByText("Line 1: A schema is one object: { … }");
    await write('{\n"type": }');
    await screen.findByText(/^Line 2: Invalid JSON/);
    save();
    expect(sent).toEqual([]);
    await write('{"type": "object"}');
    save();
    await screen.findByText("Saved as version 3");
    expect(sent).toEqual([{ parameter_schema: { type: "object" }, version: 2 }]);
  });
});

describe("deleting a tool", () => {
  it("deletes the tool from its menu, and restores it on undo", async () => {
    const server = aServer()
      .on("DELETE /api/agent-tools/half", () => refusal(500, "The disk is full."))
      .on(`POST /api/history/${aRevision(2).id}/restore`, () => ({ ...aRevision(3), content: {} }));
    const { router } = drawWhole(server, "calls");
    fireEvent.click(screen.getByRole("button", { name: "More for “half”" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await waitFor(() => expect(notices()).toContain("“half” not deleted. The disk is full."));
    server.on("DELETE /api/agent-tools/half", () => ({}));
    pressNotice("Try again");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/agent/tools"));
    await waitFor(() => expect(notices()).toContain("Deleted “half”"));
    pressNotice("Undo");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/agent/tools/half"));
  });

  it("keeps the versions on the page of the deleted tool, and reloads if the tool changes", async () => {
    const entry = { kind: "lost" as const, versions, lines: {} };
    const { router, tell } = drawPage(<ToolPage name="half" entry={entry} now={NOW} />, {
      server: aServer(),
    });
    screen.getByText("Deleted. You can restore any version.");
    await screen.findByRole("button", { name: /Version 2/ });
    tell("history tool double");
    tell("history tool half");
    await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce());
  });
});
