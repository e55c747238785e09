import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago } from "@/components/client/testing/samples";
import type { ListedShare } from "@/lib/shared/shares";
import { SharedLinks } from "./shared-links";

const LIST = "GET /api/shares";
const share = (id: string, rest: Partial<ListedShare> = {}): ListedShare => ({
  ...{ id, conversationId: "22222222-2222-4222-8222-222222222222", sheet: "m/c", title: `Sales of ${id}` },
  ...{ isLive: false, createdAt: ago(60), expiresAt: null, url: null },
  ...rest,
});

const serving = (...shares: ListedShare[]) => new FakeServer().on(LIST, () => ({ shares, off: null }));
const draw = (server: FakeServer) => drawPage(<SharedLinks />, { server });
const revoke = (id: string) =>
  screen.getByRole<HTMLButtonElement>("button", { name: `Revoke a link to “Sales of ${id}”` });

describe("share links", () => {
  it("show title, creation and expiry", async () => {
    draw(serving(share("May"), share("June", { isLive: true, expiresAt: "2999-03-01T12:00:00.000Z" })));
    await screen.findByText("Sales of May");
    const [may, june] = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
    expect(may).toMatch(/Snapshot · \d/);
    expect(june).toMatch(/Live · .* · until 1 Mar 2999/);
  });

  it("explain how to create the first one, or why sharing is unavailable", async () => {
    draw(serving());
    await screen.findByText(/^No links yet\. Choose “Share…”/);
    draw(new FakeServer().on(LIST, () => ({ shares: [], off: "Sharing requires a password." })));
    await screen.findByText("Sharing requires a password. Set one in Settings → General.");
  });

  it("show an error instead of an empty list when loading fails", async () => {
    draw(new FakeServer().on(LIST, () => refusal(500, "The disk is full.")));
    await screen.findByText("The disk is full.");
    expect(screen.queryByText(/^No links yet/)).toBeNull();
  });

  it("are revoked once, one at a time, and disappear", async () => {
    let shares = [share("May"), share("June")];
    const ended = gate<unknown>();
    const server = new FakeServer()
      .on(LIST, () => ({ shares, off: null }))
      .on("DELETE /api/shares/May", () => ended.wait);
    draw(server);
    await screen.findByText("Sales of May");
    fireEvent.click(revoke("May"));
    await waitFor(() => expect(revoke("May").disabled).toBe(true));
    fireEvent.click(revoke("May"));
    expect(revoke("June").disabled).toBe(false);
    shares = [share("June")];
    ended.open({ revoked: true });
    await waitFor(() => expect(screen.queryByText("Sales of May")).toBeNull());
    expect(server.count("DELETE /api/shares/May")).toBe(1);
  });

  it("stay with the error when revoking fails and can be revoked again", async () => {
    const server = serving(share("May")).lose("DELETE /api/shares/May");
    draw(server);
    await screen.findByText("Sales of May");
    fireEvent.click(revoke("May"));
    await screen.findByText("Easel cannot be reached. Is it running?");
    screen.getByText("Sales of May");
    server
      .on("DELETE /api/shares/May", () => ({ revoked: true }))
      .on(LIST, () => ({ shares: [], off: null }));
    fireEvent.click(revoke("May"));
    await screen.findByText(/^No links yet/);
  });
});
