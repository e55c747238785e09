import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import type { Share } from "@/lib/shared/shares";
import "@/components/workspace/export/take";
import { ShareDialog } from "./share-dialog";

const TALK = "22222222-2222-4222-8222-222222222222";
const sales: Surface = {
  ...{ id: "m/c", messageId: "m", toolCallId: "c", call: { messageId: "m", toolCallId: "c" }, versions: [] },
  ...{ step: 1, state: "read", isAsked: false, title: "Sales", kind: "text", component: undefined },
  ...{
    answer: undefined,
    because: { did: "said", what: "A secret question" },
    at: undefined,
    answeredAt: undefined,
  },
  input: { blocks: [{ type: "markdown", content: "Rye leads" }] },
};
const link = (id: string, surface = "m/c"): Share => ({
  ...{ id, conversationId: TALK, sheet: surface, title: "Sales", isLive: false },
  ...{ createdAt: "2026-11-01T00:00:00.000Z", expiresAt: null },
});

function draw({ off = null, shares = [] }: { off?: string | null; shares?: Share[] } = {}) {
  let now = shares;
  const sent: URLSearchParams[] = [];
  const server = new FakeServer()
    .on("GET /api/shares", () => ({ shares: now, off }))
    .on("POST /api/shares", ({ url }) => {
      sent.push(url.searchParams);
      const share = link("new");
      now = [share, ...now];
      return { share, url: "https://easel.example/shared/token" };
    })
    .on("DELETE /api/shares/new", () => {
      now = now.filter(({ id }) => id !== "new");
      return { revoked: true };
    });
  const conversation = { id: TALK, title: "A private matter" };
  return {
    ...drawPage(<ShareDialog surface={sales} conversation={conversation} onClose={() => {}} />, { server }),
    sent,
  };
}

describe("sharing a surface", () => {
  it("creates a link, shows it once, and revokes it", async () => {
    const { sent } = draw({ shares: [link("other", "m/other")] });
    fireEvent.change(await screen.findByLabelText("The link is valid"), { target: { value: "7" } });
    fireEvent.click(screen.getByRole("button", { name: "Make a link" }));
    await screen.findByText("https://easel.example/shared/token");
    expect(Object.fromEntries(sent[0] ?? [])).toEqual({
      ...{ conversation: TALK, sheet: "m/c", title: "Sales", days: "7" },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Revoke a link to “Sales”" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Revoke/ })).toBeNull());
    expect(screen.queryByText("https://easel.example/shared/token")).toBeNull();
  });

  it("copies the address of the surface for the user", async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    vi.spyOn(navigator, "clipboard", "get").mockReturnValue({ writeText } as never);
    draw({ off: "Sharing is off." });
    fireEvent.click(await screen.findByRole("button", { name: "Copy the link for yourself" }));
    await screen.findByRole("button", { name: "Copied" });
    expect(new URL(writeText.mock.calls[0]?.[0] ?? "").pathname).toBe(`/chat/${TALK}`);
  });

  it("creates a live link", async () => {
    const { sent } = draw({ shares: [{ ...link("old"), expiresAt: "2999-03-01T12:00:00.000Z" }] });
    expect((await screen.findByText(/^1 Mar 2999/)).tagName).toBe("TIME");
    fireEvent.change(await screen.findByLabelText("It shows"), { target: { value: "live" } });
    fireEvent.click(screen.getByRole("button", { name: "Make a link" }));
    await screen.findByText("https://easel.example/shared/token");
    expect(sent[0]?.get("live")).toBe("true");
  });

  it("says why sharing is unavailable", async () => {
    draw({ off: "Sharing is off. Set EASEL_PASSWORD." });
    await screen.findByText("Sharing is off. Set EASEL_PASSWORD.");
    expect(screen.queryByRole("button", { name: "Make a link" })).toBeNull();
  });
});
