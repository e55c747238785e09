import { fireEvent, screen, within } from "@testing-library/react";
import type { UIMessage } from "ai";
import { expect, it } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago } from "@/components/client/testing/samples";
import { Recalled } from "./recalled";

const fact = {
  ...{ id: "f1", layer: "long", content: "Is allergic to peanuts", category: null, certainty: 1, version: 1 },
  source: {
    ...{ conversationId: "c1", messageId: "m1", title: "Dinner", files: [], pages: [] },
    job: { id: "j1", name: "Every morning" },
  },
  ...{ origins: [], expiresAt: null, lastRecalledAt: ago(5), recalls: 2, pinnedAt: null },
  ...{ createdAt: ago(60), updatedAt: ago(60) },
};

it("recalled facts are shown with source, last use and reason", async () => {
  const server = new FakeServer().on("GET /api/memory/memories", () => ({ memories: [fact] }));
  const recalled = [
    { id: "f1", foundBy: ["words", "recency"] },
    { id: "f2", foundBy: ["meaning"] },
  ];
  const message = { id: "m2", role: "assistant", parts: [], metadata: { recalled } } as UIMessage;
  drawPage(<Recalled message={message} />, { server });
  fireEvent.click(screen.getByRole("button", { name: "From memory: 2 things" }));
  const open = within(await screen.findByRole("dialog", { name: "From memory" }));
  expect((await open.findByRole("link", { name: "Is allergic to peanuts" })).getAttribute("href")).toBe(
    "/memory/facts/f1",
  );
  expect(open.getByRole("link", { name: "“Dinner”" }).getAttribute("href")).toBe("/chat/c1#m-m1");
  expect(open.getByRole("link", { name: "“Every morning”" }).getAttribute("href")).toBe("/calendar/jobs/j1");
  open.getByText(/Last used .*Matched words; recent\./);
  open.getByText("Forgotten fact");
});

it("nothing is rendered if nothing was recalled", () => {
  const message = { id: "m2", role: "assistant", parts: [], metadata: { recalled: [] } } as UIMessage;
  drawPage(<Recalled message={message} />, { server: new FakeServer() });
  expect(screen.queryByRole("button")).toBeNull();
});
