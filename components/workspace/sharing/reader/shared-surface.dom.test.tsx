import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import "@/components/draw/blocks/blocks";
import { SharedValues, stateOf } from "@/components/draw/frame/shared-values";
import { SharedSurface } from "./shared-surface";

const NOW = "GET /shared/token/now";
const surface = (content: string) => ({
  title: "Sales of May",
  blocks: [{ type: "metrics", items: [{ label: content, value: 1 }] }],
});
const look = () => fireEvent(document, new Event("visibilitychange"));

it("the page shows the current surface, and clears it when the link ends", async () => {
  const server = new FakeServer().on(NOW, () => surface("Rye leads"));
  drawPage(<SharedSurface token="token" />, { server });
  await screen.findByText("Rye leads");
  screen.getByRole("heading", { name: "Sales of May" });
  screen.getByText(/^Live, read only/);
  server.on(NOW, () => surface("Oat leads"));
  look();
  await screen.findByText("Oat leads");
  server.lose(NOW);
  look();
  await screen.findByText(/^Disconnected/);
  screen.getByText("Oat leads");
  server.on(NOW, () => refusal(404, "There is nothing at this link."));
  look();
  await screen.findByText("There is nothing at this link");
  expect(screen.queryByText("Oat leads")).toBeNull();
  const asked = server.count(NOW);
  look();
  expect(server.count(NOW)).toBe(asked);
  expect(server.asked.every((one) => one === NOW)).toBe(true);
});

it("the page keeps the reader's changes while other values update", async () => {
  const values = new SharedValues();
  values.give({ tab: 1, note: "a" });
  const received: [string, unknown][] = [];
  const follower = stateOf(values).follow(
    (key, value) => received.push([key, value]),
    () => {},
  );
  follower.watch("tab");
  follower.watch("note");
  follower.watch("none");
  follower.set(1, [["tab", 2]]);
  values.give({ tab: 3, note: "b" });
  await waitFor(() => expect(received).toHaveLength(4));
  expect(received).toEqual([
    ["tab", 1],
    ["note", "a"],
    ["none", null],
    ["note", "b"],
  ]);
});
