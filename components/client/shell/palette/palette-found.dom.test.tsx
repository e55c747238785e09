import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { useMemorySearch } from "@/components/client/memory-search";
import { FakeServer, gate } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { aConversation, ago, NOW } from "@/components/client/testing/samples";
import { Command, CommandList } from "@/components/ui/command";
import { AgentsContext } from "../layout-context";
import { PaletteElsewhere } from "./palette-elsewhere";
import { PaletteFound } from "./palette-found";

const onGo = vi.fn();

function Palette() {
  const [text, setText] = useState("");
  const search = useMemorySearch(text, { domain: "all", limit: 12 });
  return (
    <>
      <input value={text} onChange={({ target }) => setText(target.value)} />
      <Command shouldFilter={false}>
        <CommandList>
          <PaletteFound text={text} search={search} onGo={onGo} />
        </CommandList>
      </Command>
    </>
  );
}

const hit = { score: 0.5, created_at: ago(5), excerpt: "Is allergic to peanuts" };
const fact = { ...hit, domain: "facts", memory_id: "f1", found_by: ["words"] };
const messageHit = {
  ...{ ...hit, domain: "conversations", conversation_id: "c1", message_id: "m1", title: "Dinner" },
  ...{ excerpt: "No nuts for me", found_by: ["meaning", "neighbours"] },
};

it("the palette shows word matches first, then all matches with reasons and links", async () => {
  const whole = gate<unknown>();
  const server = new FakeServer().on("GET /api/memory/search", ({ url }) =>
    url.searchParams.has("wait") ? { results: [fact], by_meaning: false, waiting: 0 } : whole.wait,
  );
  drawPage(<Palette />, { server });
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "peanut" } });
  expect(await screen.findAllByText("Matched words")).toHaveLength(2);
  whole.open({ results: [fact, messageHit], by_meaning: true, waiting: 0 });
  await screen.findAllByText("Matched meaning and nearby messages");
  fireEvent.click(screen.getByText("Dinner"));
  fireEvent.click(screen.getByText("Fact"));
  expect(onGo.mock.calls).toEqual([["/chat/c1#m-m1"], ["/memory/facts/f1"]]);
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "" } });
  await waitFor(() => expect(screen.queryByText("Dinner")).toBeNull());
});

it("the palette sends no second request without an embedding model, and retries after a failure", async () => {
  let asked = 0;
  const server = new FakeServer().lose("GET /api/memory/search");
  drawPage(<Palette />, { server });
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "peanut" } });
  const again = await screen.findByText("Try again");
  server.on("GET /api/memory/search", () => {
    asked++;
    return { results: [fact], by_meaning: false, waiting: null };
  });
  fireEvent.click(again);
  expect(await screen.findAllByText("Matched words")).toHaveLength(2);
  expect(asked).toBe(1);
});

it("the palette lists matches of other agents with agent, reason and link", async () => {
  const agents = ["me", "scout"].map((id) => ({
    ...{
      id,
      name: `Agent ${id}`,
      description: "",
      mark: "",
      model: null,
      starters: [],
      createdAt: NOW,
      archivedAt: null,
    },
  }));
  const server = new FakeServer().on("GET /api/conversations", ({ url }) => {
    expect(url.searchParams.get("agents")).toBe("all");
    const [own, titled, inMessage] = ["own", "titled", "said"].map((id, at) => aConversation(id, at));
    return {
      conversations: [
        { ...own, agent: agents[0] },
        { ...titled, agent: agents[1] },
        { ...inMessage, agent: agents[1], found: { messageId: "m1", excerpt: "about nuts" } },
      ],
    };
  });
  onGo.mockClear();
  drawPage(
    <AgentsContext value={{ agents, current: "me", first: "me" }}>
      <Command shouldFilter={false}>
        <CommandList>
          <PaletteElsewhere text="about" onGo={onGo} />
        </CommandList>
      </Command>
    </AgentsContext>,
    { server },
  );
  const [titled, inMessage] = await screen.findAllByRole("option");
  expect(titled?.textContent).toContain("About titledAgent scoutMatched title");
  expect(inMessage?.textContent).toContain("Agent scoutabout nutsMatched words");
  if (inMessage) fireEvent.click(inMessage);
  expect(onGo.mock.calls).toEqual([["/a/scout/chat/said#m-m1"]]);
});
