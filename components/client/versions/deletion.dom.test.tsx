import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "@/components/client/request";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { aRevision } from "@/components/client/testing/samples";
import { CommandsProvider, useOffered, useRegistry } from "@/components/ui/kit/commands";
import type { Revision } from "@/lib/shared/history";
import { DeletionProvider, useDeletion } from "./deletion";

const onDelete = vi.fn<(name: string) => Promise<void>>();

function Page() {
  const { remove, bringBack } = useDeletion();
  return (
    <>
      <button type="button" onClick={() => void remove("half")}>
        Delete
      </button>
      <button type="button" onClick={() => void bringBack("half")}>
        Bring back
      </button>
      <Shortcut />
    </>
  );
}

function Shortcut() {
  const registry = useRegistry();
  const offered = useOffered().find(({ shortcut }) => shortcut === "undo");
  if (!offered) return null;
  return (
    <button type="button" onClick={() => registry.press("undo")}>
      {offered.label}
    </button>
  );
}

const restoreOf = (version: number) => `POST /api/history/${aRevision(version).id}/restore`;

function draw(
  revisions: Revision[] = [aRevision(4, { deleted: true }), aRevision(3, { live: false }), aRevision(2)],
) {
  const sent: unknown[] = [];
  const server = new FakeServer()
    .on("GET /api/history", () => ({ revisions }))
    .on(restoreOf(2), ({ body }) => {
      sent.push(body);
      return { ...aRevision(5), content: null };
    });
  const page = drawPage(
    <CommandsProvider>
      <DeletionProvider kind="tool" home="/agent/tools" onDelete={onDelete}>
        <Page />
      </DeletionProvider>
    </CommandsProvider>,
    { server },
  );
  return { ...page, sent };
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const expectNotice = (message: string) => waitFor(() => expect(notices()).toContain(message));

beforeEach(() => {
  onDelete.mockReset().mockResolvedValue();
});

describe("a deleted item", () => {
  it("leads to its list, and undo restores the last live version", async () => {
    const { router, sent } = draw();
    press("Delete");
    await expectNotice("Deleted “half”");
    expect(onDelete).toHaveBeenCalledExactlyOnceWith("half");
    expect(router.push).toHaveBeenCalledExactlyOnceWith("/agent/tools");
    pressNotice("Undo");
    await waitFor(() => expect(router.push).toHaveBeenLastCalledWith("/agent/tools/half"));
    expect(sent).toEqual([{ accept: true }]);
    expect(router.refresh).toHaveBeenCalledTimes(2);
  });

  it("is restored once by the undo command, which then disappears", async () => {
    const { sent } = draw();
    press("Delete");
    fireEvent.click(await screen.findByRole("button", { name: "Restore “half”" }));
    expect(screen.queryByRole("button", { name: "Restore “half”" })).toBeNull();
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it("stays if deleting fails, and can be retried", async () => {
    const { router } = draw();
    onDelete.mockRejectedValueOnce(new ApiError(409, "A job still uses it.", undefined));
    press("Delete");
    await expectNotice("“half” not deleted. A job still uses it.");
    expect(router.push).not.toHaveBeenCalled();
    expect(screen.queryByText("Restore “half”")).toBeNull();
    pressNotice("Try again");
    await expectNotice("Deleted “half”");
  });
});

describe("restoring an item", () => {
  it("shows its progress and the reason of a failure, and can be retried", async () => {
    const { server, router, sent } = draw();
    const restoring = gate<Response>();
    server.on(restoreOf(2), () => restoring.wait);
    press("Bring back");
    await expectNotice("Restoring “half”");
    restoring.open(
      refusal(422, "It does not compile.", { gate: { verdict: "failed", message: "It does not start." } }),
    );
    await expectNotice("“half” not restored. It does not start.");
    expect(notices()).not.toContain("Restoring “half”");
    expect(router.push).not.toHaveBeenCalled();
    server.on(restoreOf(2), ({ body }) => {
      sent.push(body);
      return { ...aRevision(5), content: null };
    });
    pressNotice("Try again");
    await waitFor(() => expect(router.push).toHaveBeenCalledExactlyOnceWith("/agent/tools/half"));
  });

  it("fails if there is no live version or Easel is unreachable", async () => {
    const { server } = draw([aRevision(4, { deleted: true })]);
    press("Bring back");
    await expectNotice("“half” not restored. No earlier version.");
    server.lose("GET /api/history");
    press("Bring back");
    await waitFor(() =>
      expect(notices()).toContainEqual(expect.stringMatching(/^“.*” not restored\. Easel cannot be reached/)),
    );
  });
});
