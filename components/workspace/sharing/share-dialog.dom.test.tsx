import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import type { ListedShare } from "@/lib/shared/shares";
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
const link = (id: string, surface = "m/c"): ListedShare => ({
  ...{ id, conversationId: TALK, sheet: surface, title: "Sales", isLive: false },
  ...{ createdAt: "2026-11-01T00:00:00.000Z", expiresAt: null, url: `https://easel.example/shared/${id}` },
});

function draw({ off = null, shares = [] }: { off?: string | null; shares?: ListedShare[] } = {}) {
  let now = shares;
  let reason = off;
  const sent: URLSearchParams[] = [];
  const passwords: unknown[] = [];
  const server = new FakeServer()
    .on("GET /api/shares", () => ({ shares: now, off: reason }))
    .on("POST /api/shares", ({ url }) => {
      sent.push(url.searchParams);
      const share = link("new");
      now = [share, ...now];
      return { share, url: "https://easel.example/shared/token" };
    })
    .on("PUT /api/password", ({ body }) => {
      passwords.push(body);
      reason = null;
      return {};
    })
    .on("DELETE /api/shares/new", () => {
      now = now.filter(({ id }) => id !== "new");
      return { revoked: true };
    });
  const conversation = { id: TALK, title: "A private matter" };
  return {
    ...drawPage(<ShareDialog surface={sales} conversation={conversation} onClose={() => {}} />, { server }),
    ...{ sent, passwords },
  };
}

describe("sharing a surface", () => {
  it("creates a link, shows it, and revokes it", async () => {
    const { sent } = draw({ shares: [link("other", "m/other")] });
    fireEvent.change(await screen.findByLabelText("Expires"), { target: { value: "7" } });
    fireEvent.click(screen.getByRole("button", { name: "Create link" }));
    await screen.findByText("https://easel.example/shared/token");
    expect(Object.fromEntries(sent[0] ?? [])).toEqual({
      ...{ conversation: TALK, sheet: "m/c", title: "Sales", days: "7" },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Revoke a link to “Sales”" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: /^Revoke/ })).toBeNull());
    expect(screen.queryByText("https://easel.example/shared/token")).toBeNull();
  });

  it("creates a live link", async () => {
    const { sent } = draw({ shares: [{ ...link("old"), expiresAt: "2999-03-01T12:00:00.000Z" }] });
    expect((await screen.findByText(/^1 Mar 2999/)).tagName).toBe("TIME");
    fireEvent.change(await screen.findByLabelText("Shows"), { target: { value: "live" } });
    fireEvent.click(screen.getByRole("button", { name: "Create link" }));
    await screen.findByText("https://easel.example/shared/token");
    expect(sent[0]?.get("live")).toBe("true");
  });

  it("copies the links of this sheet again", async () => {
    const written: string[] = [];
    vi.stubGlobal("navigator", {
      ...navigator,
      clipboard: { writeText: async (t: string) => written.push(t) },
    });
    draw({ shares: [link("old"), { ...link("older"), url: null }] });
    const copies = await screen.findAllByRole("button", { name: "Copy link to “Sales”" });
    expect(copies.length).toBe(1);
    fireEvent.click(copies[0] as HTMLElement);
    await waitFor(() => expect(written).toEqual(["https://easel.example/shared/old"]));
    vi.unstubAllGlobals();
  });

  it("sets a password first if there is none, and then shares", async () => {
    const { sent, passwords } = draw({ off: "Sharing requires a password." });
    const field = await screen.findByLabelText("Password");
    expect(screen.queryByRole("button", { name: "Create link" })).toBeNull();
    fireEvent.change(field, { target: { value: "short" } });
    fireEvent.click(screen.getByRole("button", { name: "Set password and share" }));
    await screen.findByText("Use at least 8 characters");
    fireEvent.change(field, { target: { value: "open sesame" } });
    fireEvent.click(screen.getByRole("button", { name: "Set password and share" }));
    await screen.findByText("https://easel.example/shared/token");
    expect(passwords).toEqual([{ password: "open sesame" }]);
    expect(sent.length).toBe(1);
    await waitFor(() => expect(screen.queryByLabelText("Password")).toBeNull());
  });
});
