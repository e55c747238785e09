import { render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, it } from "vitest";
import { keepScroll, takeScroll } from "@/components/workspace/chat/messages/stored-scroll";
import { AgentsContext } from "../layout-context";
import { AgentLink } from "./agent-link";
import { notePlace } from "./agent-place";

const FIRST = "11111111-1111-4111-8111-111111111111";
const SCOUT = "22222222-2222-4222-8222-222222222222";

const links = (
  <AgentsContext value={{ agents: [], current: FIRST, first: FIRST }}>
    <AgentLink agentId={FIRST}>Easel</AgentLink>
    <AgentLink agentId={SCOUT}>Scout</AgentLink>
  </AgentsContext>
);
const hrefs = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));
const leave = (agentId: string, address: string) => {
  history.replaceState(null, "", address);
  notePlace(agentId);
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it("AgentLink links to the last visited page of each agent, or to its start page", () => {
  leave(SCOUT, `/a/${SCOUT}/memory?q=tea#facts`);
  render(links);
  expect(hrefs()).toEqual(["/", `/a/${SCOUT}/memory?q=tea#facts`]);
});

it("AgentLink hydrates server-rendered links with the stored address", () => {
  leave(SCOUT, `/a/${SCOUT}/chat/x`);
  const { innerHTML } = Object.assign(document.createElement("div"), { innerHTML: renderToString(links) });
  expect(innerHTML).toContain(`href="/a/${SCOUT}"`);
  const container = document.body.appendChild(Object.assign(document.createElement("div"), { innerHTML }));
  render(links, { container, hydrate: true });
  expect(hrefs()).toEqual(["/", `/a/${SCOUT}/chat/x`]);
});

it("AgentLink prefers the address that this window stored over that of another window", () => {
  leave(FIRST, "/chat/mine");
  localStorage.setItem(`easel:place:${FIRST}`, "/chat/theirs");
  localStorage.setItem(`easel:place:${SCOUT}`, `/a/${SCOUT}/chat/theirs`);
  render(links);
  expect(hrefs()).toEqual(["/chat/mine", `/a/${SCOUT}/chat/theirs`]);
});

it("AgentLink ignores a stored address of another agent or origin", () => {
  sessionStorage.setItem(`easel:place:${FIRST}`, "//elsewhere.example");
  sessionStorage.setItem(`easel:place:${SCOUT}`, "/chat/x");
  render(links);
  expect(hrefs()).toEqual(["/", `/a/${SCOUT}`]);
});

it("AgentLink drops a message anchor from the stored address and restores each scroll position once", () => {
  leave(FIRST, "/chat/x#m-one/call");
  render(links);
  expect(hrefs()[0]).toBe("/chat/x");
  keepScroll("x", { key: "one", top: -30 });
  keepScroll("y", { key: "two", top: 0 });
  expect([takeScroll("x"), takeScroll("x"), takeScroll("y")]).toEqual([
    { key: "one", top: -30 },
    undefined,
    { key: "two", top: 0 },
  ]);
  sessionStorage.setItem("easel:scroll:x", '{"key":1}');
  expect(takeScroll("x")).toBeUndefined();
});
