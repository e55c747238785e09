import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago, aRevision, NOW } from "@/components/client/testing/samples";
import type { Component } from "@/lib/shared/components/contract";
import { CodeTab } from "./code-tab";
import { DeletedList } from "./deleted-list";
import { ComponentDeletion } from "./deletion";
import { useCode } from "./use-code";
// What the page fetches when it is wanted is there already: the first to want it need not wait.
import "@/components/versions/conflict";

vi.mock("@/components/editor/code-editor", () => ({
  CodeEditor: ({ value, onChange }: { value: string; onChange: (text: string) => void }) => (
    <textarea aria-label="Code" value={value} onChange={({ target }) => onChange(target.value)} />
  ),
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

it("code that somebody else has changed meanwhile is taken as theirs, or mine is saved over it", async () => {
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
  await screen.findByText(/^Version 2 went live while you were changing version 1\./);
  expect(field.value).toBe("mine");
  press("Take theirs");
  expect(field.value).toBe("theirs");
  expect(screen.queryByRole("region", { name: "Two versions" })).toBeNull();

  writeAsTheyDo("theirs again");
  await screen.findByText(/^Version 3 went live while you were changing version 2\./);
  press("Save mine over it");
  await screen.findByText("Saved as version 4");
  expect(live.code).toBe("mine");
  expect(sent.map((one) => (one as { version: number }).version)).toEqual([1, 2, 3]);
});

it("a deleted component is brought back from the list of those, with its last version that was live", async () => {
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
  expect(screen.getByRole("link", { name: "Board" }).getAttribute("href")).toBe("/components/Board");
  press("Restore Board, version 6");
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/components/Board"));
  expect(router.refresh).toHaveBeenCalled();
  expect(server.count(`POST /api/history/${revision.id}/restore`)).toBe(1);
  expect(notices()).not.toContain("Bringing “Board” back");
});
