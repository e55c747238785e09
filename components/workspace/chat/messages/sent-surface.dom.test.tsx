import { render, screen } from "@testing-library/react";
import type { UIMessage } from "ai";
import { expect, it } from "vitest";
import { surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";
import { DeskContext, EMPTY_DESK } from "../desk";
import { SentSurfaceNote } from "./sent-surface";

const fields = [
  { name: "order", label: "Order", type: "hidden", default: "o7" },
  { name: "city", label: "City", type: "text" },
];
const call = { messageId: "m", toolCallId: "1" };
const asked: UIMessage = {
  ...{ id: "m", role: "assistant" },
  parts: [
    {
      ...{ type: "tool-render_blocks", toolCallId: "1", state: "output-available" },
      ...{ input: { blocks: [{ type: "form", submitLabel: "Go", fields }] }, output: { action: "shown" } },
    },
  ],
};
const sent = {
  ...{ ...call, title: "Trip" },
  output: { action: "submit", data: { order: "o7", city: "Porto" } },
};
const note = (messages: UIMessage[]) => (
  <DeskContext value={{ ...EMPTY_DESK, surfaces: surfacesOf(messages, []) }}>
    <SentSurfaceNote sent={sent} />
  </DeskContext>
);

it("once the surface is loaded, its sent values have their field labels, without hidden fields", () => {
  const { rerender } = render(note([]));
  screen.getByText("From “Trip”");
  expect(document.body.textContent).not.toMatch(/o7|Porto/);
  rerender(note([asked]));
  screen.getByText("Porto");
  screen.getByText("City");
  expect(document.body.textContent).not.toContain("o7");
});
