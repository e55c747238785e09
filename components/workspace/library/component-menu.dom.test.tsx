import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { filesTaken } from "@/components/client/testing/files-taken";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago, aRevision } from "@/components/client/testing/samples";
import { PinsProvider } from "@/components/workspace/canvas/pins/pins";
import type { Component } from "@/lib/shared/components/contract";
import { readComponentFile } from "./component-file";
import { ComponentMenu } from "./component-menu";
import { ComponentDeletion } from "./deletion";

const BOARD: Component = {
  ...{ name: "My board", description: "Sorts ideas", code: "export default 1" },
  ...{ props_schema: null, version: 4, updatedAt: ago(60) },
};
const ROUTE = "/api/components/My%20board";
const PUT = "PUT /api/pins/components/My%20board";
const DELETE_PIN = "DELETE /api/pins/components/My%20board";

/** Mocks a server whose only pin is the last one stored. */
function serving(): FakeServer {
  const server = new FakeServer();
  const pin = () => ({ key: "component/My board", from: null, surface: null, asks: [] });
  return server
    .on("GET /api/boards", () => ({ boards: [] }))
    .on("GET /api/pins", () => ({ pins: server.count(PUT) > server.count(DELETE_PIN) ? [pin()] : [] }));
}

function draw(server = serving()) {
  const page = (
    <PinsProvider>
      <ComponentDeletion>
        <ComponentMenu
          trigger={<button type="button">More</button>}
          component={BOARD}
          shown={{ bundle: "hash", props: { rows: 3 } }}
          onSaved={() => {}}
        />
      </ComponentDeletion>
    </PinsProvider>
  );
  return drawPage(page, { server, path: "/agent/components/My%20board" });
}
const open = () => fireEvent.keyDown(screen.getByText("More"), { key: "Enter" });
const choose = (name: string) => fireEvent.click(screen.getByText(name));

describe("menu of a component", () => {
  it("pins it to the canvas with its current props, links there, and unpins it", async () => {
    const sent: unknown[] = [];
    const server = serving().on(PUT, ({ body }) => {
      sent.push(body);
      return {};
    });
    const { router } = draw(server);
    choose("Pin to the canvas");
    await waitFor(() => expect(notices()).toContain("“My board” is on the canvas"));
    await waitFor(() => expect(sent).toEqual([{ props: { rows: 3 } }]));
    pressNotice("Show");
    expect(router.push.mock.calls[0]?.[0]).toMatch(/^\/chat\/[0-9a-f-]{36}#/);
    server.on(DELETE_PIN, () => ({}));
    open();
    choose("Unpin from the canvas");
    await waitFor(() => expect(server.count(DELETE_PIN)).toBe(1));
  });

  it("reverts a pin that the server refuses and shows the reason", async () => {
    const server = serving().on("GET /api/pins", () => ({ pins: [] }));
    draw(server.on(PUT, () => refusal(422, "There are too many pins.")));
    choose("Pin to the canvas");
    await waitFor(() => expect(notices()).toContain("“My board” not pinned. There are too many pins."));
    open();
    await screen.findByText("Pin to the canvas");
  });

  it("exports a file that can be imported", async () => {
    const taken = filesTaken();
    draw();
    choose("Export as a file");
    expect(taken.map(({ name }) => name)).toEqual(["My board.json"]);
    const read = await readComponentFile(
      new File(
        taken.map(({ content }) => content),
        "file",
      ),
    );
    const { name, description, code, props_schema } = BOARD;
    expect(read).toEqual({ file: { easel: "component", name, description, code, props_schema } });
    vi.restoreAllMocks();
  });

  it("opens it alone in a new tab without opener", () => {
    draw();
    const link = screen.getByRole("menuitem", { name: /^Open alone/ });
    expect(link.getAttribute("href")).toBe("/agent/components/My%20board?bare");
    expect(link.getAttribute("rel")).toContain("noreferrer");
    expect(link.textContent).toContain("(new tab)");
  });

  it("deletes it, leads to the gallery, and restores it on request", async () => {
    const revision = aRevision(4, { kind: "component", name: BOARD.name });
    const restore = `POST /api/history/${revision.id}/restore`;
    const server = serving()
      .on(`DELETE ${ROUTE}`, () => ({}))
      .on("GET /api/history", () => ({ revisions: [revision] }))
      .on(restore, () => ({ ...revision, content: {} }));
    const { router } = draw(server);
    choose("Delete");
    await waitFor(() => expect(notices()).toContain("Deleted “My board”"));
    expect(router.push).toHaveBeenLastCalledWith("/gallery?kind=component");
    pressNotice("Undo");
    await waitFor(() => expect(router.push).toHaveBeenLastCalledWith("/agent/components/My board"));
    expect(server.count(restore)).toBe(1);
  });

  it("keeps it when deleting fails, with the reason and a retry button", async () => {
    const server = serving().on(`DELETE ${ROUTE}`, () => refusal(409, "A board shows it."));
    const { router } = draw(server);
    choose("Delete");
    await waitFor(() => expect(notices()).toContain("“My board” not deleted. A board shows it."));
    expect(router.push).not.toHaveBeenCalled();
    server.on(`DELETE ${ROUTE}`, () => ({}));
    pressNotice("Try again");
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/gallery?kind=component"));
  });

  it("opens its current description", async () => {
    draw();
    choose("Description and props…");
    const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: /^Description/ });
    expect(field.value).toBe("Sorts ideas");
  });
});
