import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { aConversation, NOW } from "@/components/client/testing/samples";
import type { Summary } from "@/lib/shared/chat/contract";
import { ConversationList } from "./conversations/conversation-list";
import { ListContext } from "./shell-context";

const list = (conversations: Summary[]) => ({
  conversations,
  current: undefined,
  now: NOW,
  older: undefined,
});
const links = () => screen.getAllByRole("link").map(({ textContent }) => textContent);

it("the origin filter is shown only if some conversations were not started by the user", async () => {
  const plan = aConversation("plan", 1, { origin: "job" });
  const asked: string[] = [];
  const server = new FakeServer().on("GET /api/conversations", ({ url }) => {
    asked.push(url.search);
    return { conversations: url.searchParams.get("origin") === "job" ? [plan] : [] };
  });
  const { rerender } = drawPage(
    <ListContext value={list([aConversation("talk")])}>
      <ConversationList onGo={undefined} />
    </ListContext>,
    { server },
  );
  expect(screen.queryByRole("group", { name: "Show" })).toBeNull();
  rerender(
    <ListContext value={list([aConversation("talk"), plan])}>
      <ConversationList onGo={undefined} />
    </ListContext>,
  );
  fireEvent.click(await screen.findByRole("radio", { name: "Jobs" }));
  await screen.findByText("Today");
  await screen.findByText("Job:");
  expect(links()).toEqual(["Job: About plan"]);
  fireEvent.click(screen.getByRole("radio", { name: "Check-ins" }));
  await screen.findByText("None yet.");
  fireEvent.click(screen.getByRole("radio", { name: "All" }));
  await screen.findByText("About talk");
  expect(asked).toEqual(["?origin=job", "?origin=pulse"]);
});
