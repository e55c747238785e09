import { expect, test } from "vitest";
import { agentAddress, inAgent } from "./agent-address";

const ID = "0b0f3f60-4f5c-4f2e-9d39-0d7c0e3b1a2f";

test("agentAddress splits a path into agent id and rest", () => {
  expect(agentAddress(`/a/${ID}/chat/1`)).toEqual({ agentId: ID, base: `/a/${ID}`, rest: "/chat/1" });
  expect(agentAddress(`/a/${ID.toUpperCase()}`)).toMatchObject({ agentId: ID, rest: "/" });
  expect(agentAddress(`/a/${ID}?q=1`)).toMatchObject({ agentId: ID, rest: "/?q=1" });
  for (const path of ["/", "/chat/1", "/api/agents", "/a/nobody/chat", `/a/${ID}0/chat`])
    expect(agentAddress(path)).toEqual({ agentId: undefined, base: "", rest: path });
});

test("inAgent prefixes page URLs only, and not those of another agent", () => {
  expect(inAgent(`/a/${ID}`, "/memory#a")).toBe(`/a/${ID}/memory#a`);
  expect(inAgent("", "/memory")).toBe("/memory");
  for (const href of [
    "/calendar",
    "/calendar?event=a",
    "/calendar/jobs",
    "/calendar/jobs/1",
    "/calendar/contacts?contact=a",
  ])
    expect(inAgent(`/a/${ID}`, href)).toBe(`/a/${ID}${href}`);
  for (const href of [
    "https://a.test/",
    "/calendar/abc.ics",
    "/calendar/jobsabc.ics",
    "//a.test",
    "/api/files/1",
    "/login",
    "#s",
    `/a/${ID}/chat`,
  ])
    expect(inAgent("/a/1", href)).toBe(href);
});
