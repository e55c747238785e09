import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { aSurface } from "@/components/client/testing/samples";
import { CommandsProvider, useOffered } from "@/components/ui/kit/commands";
import { type Desk, EMPTY_DESK } from "@/components/workspace/chat/desk";
import type { Pin } from "@/lib/shared/chat/surfaces/pins";
import { PinFollower } from "./pin-follower";
import { InitialPins, PinsProvider, usePins } from "./pins";
import { useTable } from "./use-table";

const surface = (id: string, title: string) => aSurface({ id, title });
const pinOf = (from: string, id: string, title: string): Pin => ({
  ...{ key: `${from}/${id}`, from: { id: from, title: "A talk" }, surface: surface(id, title), asks: [] },
});
const GUEST = pinOf("b", "m/9", "Weather");
const DESK: Desk = {
  ...EMPTY_DESK,
  conversationId: "a",
  surfaces: [surface("m/1", "Bread"), surface("m/2", "Cake")],
};

function Page({ isStored }: { isStored: boolean }) {
  const { pinned, onPin } = useTable({ id: "a", title: "Sales", desk: DESK, isStored });
  const titles = usePins().map(({ surface }) => surface?.title);
  const commands = useOffered().filter(({ id }) => id.startsWith("unpin"));
  return (
    <>
      <output>{`${titles.join(", ")}; of this one ${pinned ?? "none"}`}</output>
      {["m/1", "m/2"].map((id) => (
        <button type="button" key={id} disabled={!onPin} onClick={() => onPin?.(id)}>
          {id}
        </button>
      ))}
      {commands.map(({ id, label, run }) => (
        <button type="button" key={id} onClick={run}>
          {label}
        </button>
      ))}
    </>
  );
}

function draw(pins: Pin[] = [], isStored = true) {
  let stored = pins;
  const sent: unknown[] = [];
  const server = new FakeServer().on("GET /api/pins", () => ({ pins: stored }));
  for (const id of ["a", "b"])
    server.on(`PATCH /api/conversations/${id}`, ({ body }) => {
      const { pinnedSurface } = body as { pinnedSurface: string | null };
      sent.push([id, pinnedSurface]);
      stored = stored.filter(({ from }) => from?.id !== id);
      const found = [...DESK.surfaces, surface("m/9", "Weather")].find((one) => one.id === pinnedSurface);
      if (found) stored = [...stored, pinOf(id, found.id, found.title)];
      return {};
    });
  const page = drawPage(
    <CommandsProvider>
      <PinsProvider>
        <InitialPins pins={pins}>
          <PinFollower />
          <Page isStored={isStored} />
        </InitialPins>
      </PinsProvider>
    </CommandsProvider>,
    { server },
  );
  return { ...page, sent, becomes: (next: Pin[]) => (stored = next) };
}
const shown = () => screen.getByRole("status").textContent;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("pinning a surface", () => {
  it("replaces the earlier pin at once and stores it", async () => {
    const { sent } = draw();
    press("m/1");
    expect(shown()).toBe("Bread; of this one m/1");
    press("m/2");
    expect(shown()).toBe("Cake; of this one m/2");
    press("m/2");
    expect(shown()).toBe("; of this one none");
    await waitFor(() =>
      expect(sent).toEqual([
        ["a", "m/1"],
        ["a", "m/2"],
        ["a", null],
      ]),
    );
  });

  it("reverts with an error and a retry button when the server refuses", async () => {
    const { server, sent } = draw();
    const storing = gate<Response>();
    const route = "PATCH /api/conversations/a";
    server.on(route, () => storing.wait);
    press("m/1");
    storing.open(refusal(500, "The disk is full."));
    await waitFor(() => expect(notices()).toEqual(["“Bread” not pinned. The disk is full."]));
    await waitFor(() => expect(shown()).toBe("; of this one none"));
    server.on(route, ({ body }) => {
      sent.push(body);
      return {};
    });
    pressNotice("Try again");
    await waitFor(() => expect(sent).toEqual([{ pinnedSurface: "m/1" }]));
  });

  it("is disabled while the conversation is not stored on the server", () => {
    draw([], false);
    expect(screen.getByRole("button", { name: "m/1" })).toHaveProperty("disabled", true);
  });
});

describe("surfaces pinned elsewhere", () => {
  it("can be unpinned on any page, and restored from the notification", async () => {
    const { sent } = draw([GUEST]);
    press("Unpin “Weather”");
    expect(shown()).toBe("; of this one none");
    await waitFor(() => expect(notices()).toEqual(["Unpinned “Weather”"]));
    pressNotice("Undo");
    await waitFor(() =>
      expect(sent).toEqual([
        ["b", null],
        ["b", "m/9"],
      ]),
    );
    expect(shown()).toBe("Weather; of this one none");
  });

  it("stay pinned with an error when the server refuses", async () => {
    const { server } = draw([GUEST]);
    server.lose("PATCH /api/conversations/b");
    press("Unpin “Weather”");
    await waitFor(() =>
      expect(notices()).toEqual(["“Weather” not unpinned. Easel cannot be reached. Is it running?"]),
    );
    await waitFor(() => expect(shown()).toBe("Weather; of this one none"));
  });

  it("are refetched after changes of their own conversation or of pins, but not after other changes", async () => {
    const { server, tell, becomes } = draw([GUEST]);
    const read = () => server.count("GET /api/pins");
    becomes([pinOf("b", "m/9", "Rain")]);
    tell("history tool half");
    tell("b");
    await waitFor(() => expect(shown()).toBe("Rain; of this one none"));
    expect(read()).toBe(1);
    becomes([]);
    tell("pins");
    await waitFor(() => expect(shown()).toBe("; of this one none"));
  });
});
