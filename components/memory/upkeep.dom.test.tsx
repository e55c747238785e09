import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { DEFAULT_RULE } from "@/lib/shared/memory-sessions";
import { UpkeepTab } from "./upkeep-tab";

function aServer() {
  const sessions = { ...DEFAULT_RULE, timeZone: "Europe/Berlin" };
  const server = new FakeServer()
    .on("GET /api/memory/sessions", () => ({ sessions }))
    .on("PUT /api/memory/sessions", ({ body }) => ({ sessions: Object.assign(sessions, body) }));
  return { server, sessions };
}
const select = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("combobox", { name }), { target: { value } });

it("lets sessions end by themselves, each kind of conversation as it is wanted", async () => {
  const { server, sessions } = aServer();
  drawPage(<UpkeepTab />, { server, path: "/memory/upkeep" });
  const chats = await screen.findByRole("checkbox", { name: "Conversations that you begin" });
  expect(chats.getAttribute("aria-checked")).toBe("false");
  expect(screen.queryByRole("combobox", { name: "Day" })).toBeNull();
  select("Ends by itself", "weekly");
  await screen.findByRole("combobox", { name: "Day" });
  select("Day", "0");
  fireEvent.change(screen.getByLabelText("Time"), { target: { value: "04:30" } });
  fireEvent.click(chats);
  await screen.findByText("Saved");
  await waitFor(() =>
    expect(sessions).toMatchObject({
      ...{ autoDivide: "weekly", weekday: 0, time: "04:30" },
      conversations: ["chat", "pulse", "channel"],
    }),
  );
  select("Ends by itself", "none");
  await waitFor(() => expect(screen.queryByRole("checkbox")).toBeNull());
});

it("says why a change was not saved, and goes back to what holds", async () => {
  const { server } = aServer();
  server.on("PUT /api/memory/sessions", () => refusal(503, "The database is away."));
  drawPage(<UpkeepTab />, { server, path: "/memory/upkeep" });
  await screen.findByRole("checkbox", { name: "The pulse" });
  select("Ends by itself", "none");
  await screen.findByText("Not saved. The database is away.");
  screen.getByRole("checkbox", { name: "The pulse" });
});
