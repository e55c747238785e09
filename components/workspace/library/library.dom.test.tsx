import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago, aRevision, NOW } from "@/components/client/testing/samples";
import type { ComponentFrameProps } from "@/components/draw/frame/props";
import type { Component } from "@/lib/shared/components/contract";
import { CodeTab } from "./code-tab";
import { ComponentPage } from "./component-page";
import { DeletedList } from "./deleted-list";
import { ComponentDeletion } from "./deletion";
import { useCode } from "./use-code";
// Import lazily loaded modules up front, so that the first test does not wait for them.
import "@/components/client/versions/conflict";
import "@/components/client/versions/versions-tab";

vi.mock("@/components/draw/editor/code-editor", () => ({
  CodeEditor: ({ value, onChange }: { value: string; onChange: (text: string) => void }) => (
    <textarea aria-label="Code" value={value} onChange={({ target }) => onChange(target.value)} />
  ),
}));
vi.mock("@/components/draw/frame/later", () => ({
  ComponentFrame: ({ bundle, props, onAction, onError, onFix }: ComponentFrameProps) => {
    const error = { phase: "draw" as const, message: "x is undefined", line: 3, column: 1 };
    return (
      <figure aria-label={String(bundle)}>
        <code>{JSON.stringify(props)}</code>
        <button type="button" onClick={() => void onAction?.("choose", props)}>
          Act
        </button>
        <button type="button" onClick={() => onError?.(error)}>
          Break
        </button>
        {onFix && (
          <button type="button" onClick={() => onFix(error)}>
            Fix
          </button>
        )}
      </figure>
    );
  },
}));

const BOARD: Component = {
  ...{ name: "Board", description: "A board", code: "ours", props_schema: null },
  ...{ version: 1, updatedAt: ago(60) },
};

function Page() {
  const [component, keep] = useState(BOARD);
  return <CodeTab code={useCode(component, keep)} component={component} />;
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

beforeEach(() => localStorage.clear());

it("the user can discard a draft after a concurrent change, or save it over that change", async () => {
  const sent: unknown[] = [];
  let live = BOARD;
  const server = new FakeServer()
    .on("POST /api/components/check", () => ({ ok: true, bundle: "" }))
    .on("GET /api/components/Board", () => live)
    .on("PATCH /api/components/Board", ({ body }) => {
      sent.push(body);
      const { version, code } = body as { version: number; code: string };
      if (version !== live.version)
        return refusal(409, "Another version is live.", { version: live.version });
      live = { ...live, code, version: version + 1 };
      return live;
    });
  drawPage(<Page />, { server });
  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Code" });
  const writeAsTheyDo = (theirs: string) => {
    fireEvent.change(field, { target: { value: "mine" } });
    live = { ...live, code: theirs, version: live.version + 1 };
    press("Save");
  };

  writeAsTheyDo("theirs");
  await screen.findByText(/^Version 2 went live while you edited version 1\./);
  expect(field.value).toBe("mine");
  press("Take theirs");
  expect(field.value).toBe("theirs");
  expect(screen.queryByRole("region", { name: "Two versions" })).toBeNull();

  writeAsTheyDo("theirs again");
  await screen.findByText(/^Version 3 went live while you edited version 2\./);
  press("Save mine over it");
  await screen.findByText("Saved as version 4");
  expect(live.code).toBe("mine");
  expect(sent.map((one) => (one as { version: number }).version)).toEqual([1, 2, 3]);
});

it("a deleted component is restored from the list with its last live version", async () => {
  const revision = aRevision(6, { kind: "component", name: "Board" });
  const server = new FakeServer()
    .on("GET /api/history", () => ({ revisions: [aRevision(7, { ...revision, deleted: true }), revision] }))
    .on(`POST /api/history/${revision.id}/restore`, () => ({ ...revision, content: {} }));
  const gone = [{ name: "Board", description: "A board", version: 6, deletedAt: ago(5) }];
  const { router } = drawPage(
    <ComponentDeletion>
      <DeletedList components={gone} now={NOW} />
    </ComponentDeletion>,
    { server },
  );
  expect(screen.getByRole("link", { name: "Board" }).getAttribute("href")).toBe("/agent/components/Board");
  press("Restore Board, version 6");
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/agent/components/Board"));
  expect(router.refresh).toHaveBeenCalled();
  expect(server.count(`POST /api/history/${revision.id}/restore`)).toBe(1);
  expect(notices()).not.toContain("Restoring “Board”");
});

describe("page of a component", () => {
  const rows = { type: "object", properties: { rows: { type: "integer" } }, required: ["rows"] };
  const live = {
    component: { ...BOARD, props_schema: rows },
    bundle: "live",
    props: { rows: 3 },
    home: "h1",
  };
  const draw = (server = new FakeServer()) => {
    server.on("GET /api/origins", () => ({ marks: [] }));
    const page = <ComponentPage live={live} versions={{ revisions: [] }} lines={{}} now={NOW} />;
    return drawPage(page, { server, path: "/agent/components/Board" });
  };
  const frame = () => screen.getByRole("figure");
  const shown = () => [frame().getAttribute("aria-label"), frame().querySelector("code")?.textContent];
  const field = () => screen.getByRole("textbox", { name: "rows" });
  const open = (tab: string) => fireEvent.mouseDown(screen.getByRole("tab", { name: tab }));

  it("applies valid props and resets them", () => {
    const { server } = draw();
    expect(shown()).toEqual(["live", '{"rows":3}']);
    fireEvent.change(field(), { target: { value: "4" } });
    expect(shown()).toEqual(["live", '{"rows":4}']);
    fireEvent.change(field(), { target: { value: "many" } });
    expect(shown()).toEqual(["live", '{"rows":4}']);
    screen.getByText("The last valid values apply.");
    press("Reset");
    expect(shown()).toEqual(["live", '{"rows":3}']);
    expect(server.asked.filter((one) => !one.startsWith("GET"))).toEqual([]);
  });

  it("shows the action it would send without sending it", () => {
    const { server } = draw();
    fireEvent.change(field(), { target: { value: "5" } });
    press("Act");
    screen.getByText('choose {"rows":5}');
    expect(server.asked.filter((one) => !one.startsWith("GET"))).toEqual([]);
  });

  it("drafts a request to fix an error in a new conversation", () => {
    const { router } = draw();
    press("Fix");
    const [place = ""] = router.push.mock.calls[0] ?? [];
    const draft = localStorage.getItem(`easel:draft:${place.replace("/chat/", "")}`);
    expect(draft).toMatch(/component `Board` \(version 1\).*line 3.*x is undefined/s);
  });

  it("shows changed code once it compiles, marked as unsaved and without a fix button", async () => {
    const server = new FakeServer().on("POST /api/components/check", ({ body }) =>
      (body as { code: string }).code === "good"
        ? { ok: true, bundle: "draft" }
        : { ok: false, message: "No", compile: { message: "Expected }", line: 7, column: 2, frame: "" } },
    );
    draw(server);
    open("Code");
    const code = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Code" });
    const write = async (value: string) => {
      fireEvent.change(code, { target: { value } });
      await act(() => vi.advanceTimersByTimeAsync(600));
    };
    vi.useFakeTimers();
    await write("bad");
    screen.getByText("Line 7: Expected }");
    expect(shown()[0]).toBe("live");
    await write("good");
    expect(shown()[0]).toBe("draft");
    screen.getByText("With your unsaved changes");
    screen.getByRole("tab", { name: /^Code ?, not saved$/ });
    expect(screen.queryByRole("button", { name: "Fix" })).toBeNull();
    press("Discard");
    expect(shown()[0]).toBe("live");
  });

  it("continues with the saved version and refreshes the page", async () => {
    const server = new FakeServer()
      .on("POST /api/components/check", () => ({ ok: true, bundle: "draft" }))
      .on("PATCH /api/components/Board", ({ body }) => ({
        ...live.component,
        ...(body as object),
        version: 2,
      }));
    const { router } = draw(server);
    open("Code");
    const code = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Code" });
    fireEvent.change(code, { target: { value: "better" } });
    press("Save");
    await screen.findByText("Saved as version 2");
    screen.getByText("v2");
    expect(router.refresh).toHaveBeenCalled();
    expect(localStorage.getItem("easel:component:Board")).toBeNull();
  });

  it("opens the tab in the URL, and tabs change the URL", () => {
    draw();
    open("Versions");
    expect(location.hash).toBe("#versions");
    location.hash = "#props";
    fireEvent(window, new Event("hashchange"));
    expect(screen.getByRole("tab", { name: "Props" }).getAttribute("aria-selected")).toBe("true");
    location.hash = "#nothing";
    fireEvent(window, new Event("hashchange"));
    expect(screen.getByRole("tab", { name: "Props" }).getAttribute("aria-selected")).toBe("true");
  });
});
