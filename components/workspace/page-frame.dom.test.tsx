import { fireEvent, screen, waitFor } from "@testing-library/react";
import { use } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { NOW } from "@/components/client/testing/samples";
import { TakeContext } from "@/components/workspace/canvas/take";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { PageFrame } from "./page-frame";

/* Another tab has the event stream, so that this one opens none. */
beforeEach(() => {
  const request = () => new Promise(() => {});
  vi.spyOn(navigator, "locks", "get").mockReturnValue({ request } as never);
});

const surface = { id: "m/c", messageId: "m", toolCallId: "c", title: "Costs", kind: "table" } as Surface;

function Sheet() {
  const { shareSurface } = use(TakeContext);
  return (
    <button type="button" onClick={() => shareSurface(surface, { id: "one", title: "Bread" })}>
      Share
    </button>
  );
}

const draw = (server: FakeServer, hasTimeZone: boolean) =>
  drawPage(
    <PageFrame
      {...{ hasTimeZone, now: NOW, isRail: false, split: { width: 432, show: "both" }, canSignOut: false }}
      {...{ agents: [], agentId: "a", conversations: { conversations: [] } }}
      voice={{ dictation: false, speech: false }}
      asks={{ count: 0, untold: 0, away: 0 }}
    >
      <Sheet />
    </PageFrame>,
    { server },
  );

it("the page sends the browser's time zone once if none is set", async () => {
  const sent: unknown[] = [];
  const server = new FakeServer().on("PUT /api/settings", ({ body }) => void sent.push(body));
  const { unmount } = draw(server, false);
  await waitFor(() => expect(sent).toHaveLength(1));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(sent).toEqual([{ general: { timeZone } }]);
  unmount();
  draw(server, true);
  screen.getByRole("button", { name: "Share" });
  expect(sent).toHaveLength(1);
});

it("the page renders without an error when sending the time zone fails", async () => {
  const server = new FakeServer().lose("PUT /api/settings");
  draw(server, false);
  await waitFor(() => expect(server.count("PUT /api/settings")).toBe(1));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("the share dialog opens and closes", async () => {
  const server = new FakeServer().on("GET /api/shares", () => ({ shares: [], off: null }));
  draw(server, true);
  fireEvent.click(screen.getByRole("button", { name: "Share" }));
  const dialog = await screen.findByRole("dialog", { name: "Share “Costs”" });
  fireEvent.keyDown(dialog, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
