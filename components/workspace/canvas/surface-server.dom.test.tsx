import { act } from "@testing-library/react";
import type { ComponentProps } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { aSurface } from "@/components/client/testing/samples";
import { Permissions } from "@/components/draw/frame/consent/permissions";
import type { SurfaceServer } from "@/components/draw/frame/server-link";
import { DeskContext, EMPTY_DESK } from "@/components/workspace/chat/desk";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import * as blocks from "./blocks-later";
import { SurfaceBody } from "./surface-body";
import { useSurfaceServer } from "./use-surface-server";

const SURFACE = aSurface();

function draw(page: React.ReactNode, server: FakeServer, conversationId = "c") {
  server.on("GET /api/sheets/c/state", () => ({ entries: {}, version: 1 }));
  return drawPage(<DeskContext value={{ ...EMPTY_DESK, conversationId }}>{page}</DeskContext>, { server });
}

describe("row button that runs a tool", () => {
  const ROUTE = "POST /api/sheets/c/actions";
  const QUESTION = { tool: "bake", title: "Bake", input: { row: {} }, token: "t1" };
  const row = { name: "Rye" };
  const asks = vi.spyOn(Permissions.prototype, "ask");
  let drawn: ComponentProps<typeof blocks.BlocksLater>;
  const drawBlocks = vi.spyOn(blocks, "BlocksLater");
  beforeEach(() => {
    asks.mockReset();
    drawBlocks.mockReset().mockImplementation((props) => {
      drawn = props;
      return <p />;
    });
  });
  function press(outcomes: object[], conversationId = "c") {
    const sent: unknown[] = [];
    const server = new FakeServer().on(ROUTE, ({ body, url }) => {
      sent.push([url.search, body]);
      return outcomes[sent.length - 1];
    });
    draw(<SurfaceBody surface={SURFACE} onAnswer={async () => {}} />, server, conversationId);
    return { sent, run: () => act(async () => drawn.onTool?.("bake", row)) };
  }
  const CALL = "?messageId=m&toolCallId=1";

  it("sends its row with the ids of its own surface", async () => {
    const { sent, run } = press([{ value: 12 }]);
    expect(await run()).toBe(12);
    expect(sent).toEqual([[CALL, { tool: "bake", row }]]);
    expect(asks).not.toHaveBeenCalled();
  });

  it("runs the tool only after the user allowed it, and remembers that if the user wants it", async () => {
    asks.mockResolvedValueOnce("once").mockResolvedValueOnce("always");
    const second = { ...QUESTION, token: "t2" };
    const { sent, run } = press([{ question: QUESTION }, { question: second }, { value: "Baked" }]);
    expect(await run()).toBe("Baked");
    expect(sent).toEqual([
      [CALL, { tool: "bake", row }],
      [CALL, { tool: "bake", row, allowed: "t1" }],
      [CALL, { tool: "bake", row, allowed: "t2", remember: "always" }],
    ]);
  });

  it("does not run the tool if the user declines", async () => {
    asks.mockRejectedValueOnce(new Error("The user did not allow it."));
    const { sent, run } = press([{ question: QUESTION }]);
    await expect(run()).rejects.toThrow("The user did not allow it.");
    expect(sent).toHaveLength(1);
  });

  it("shows the server's error, and is disabled outside a conversation", async () => {
    const { run } = press([refusal(429, "It runs already.")]);
    await expect(run()).rejects.toThrow("It runs already.");
    press([], "");
    expect(drawn.onTool).toBeUndefined();
  });
});

describe("component on a surface", () => {
  function serverOf(server: FakeServer, surface: Partial<Surface> = {}, conversationId = "c") {
    let found: SurfaceServer | undefined;
    function Sheet() {
      found = useSurfaceServer({ ...SURFACE, ...surface });
      return null;
    }
    draw(<Sheet />, server, conversationId);
    return found;
  }
  const QUERIES = "POST /api/sheets/queries";
  const query = { type: "query", sql: "select 1" } as const;
  const { signal } = new AbortController();

  it("retries a query a few times while the server has not stored the surface", async () => {
    vi.useFakeTimers();
    const rows = { columns: ["n"], rows: [[1]], row_count: 1, truncated: false, reads: [] };
    let missing = 2;
    const server = new FakeServer().on(QUERIES, () =>
      missing-- > 0 ? refusal(404, "There is no such surface in this conversation.") : { rows, sheets: [{}] },
    );
    const found = serverOf(server);
    const read = found?.call(query, signal);
    await vi.runAllTimersAsync();
    expect(await read).toEqual({ rows });
    missing = 9;
    const never = expect(found?.call(query, signal)).rejects.toThrow(
      "There is no such surface in this conversation.",
    );
    await vi.runAllTimersAsync();
    await never;
    expect(server.count(QUERIES)).toBe(3 + 4);
  });

  it("does not retry a refused query", async () => {
    vi.useFakeTimers();
    const server = new FakeServer().on(QUERIES, () => refusal(422, "No such table."));
    const refused = expect(serverOf(server)?.call(query, signal)).rejects.toThrow("No such table.");
    await vi.runAllTimersAsync();
    await refused;
    expect(server.count(QUERIES)).toBe(1);
  });

  it("uses the conversation of its surface, and has no server outside a conversation", async () => {
    const server = new FakeServer().on("POST /api/sheets/home%20of%20it/calls", () => ({ value: 1 }));
    const found = serverOf(server, { home: "home of it" });
    expect(await found?.call({ type: "tool", tool: "bake", input: {} } as never, signal)).toEqual({
      value: 1,
    });
    expect(server.asked).toContain("POST /api/sheets/home%20of%20it/calls?messageId=m&toolCallId=1");
    expect(serverOf(new FakeServer(), {}, "")).toBeUndefined();
  });
});
