import { chunks, spoken } from "../api.ts";
import { call } from "../call.ts";
import { made, shownIn, waiting } from "../components.ts";
import { expect } from "../fixtures.ts";
import type { Story } from "./story.ts";

export const componentWaits: Story = async ({ easel: { url } }) => {
  const fields = made();
  const path = `/api/components/${fields.name}`;
  expect((await call(url, "POST", "/api/components", fields)).status).toBe(200);
  const { talk, view, toolCallId, shown } = await waiting(url, { component: fields.name });
  await call(url, "PATCH", path, { description: "Changed" });
  const after = async () => {
    const now = await talk.read();
    expect([now.asks, now.messages]).toEqual([view.asks, view.messages]);
    expect((await call(url, "GET", `/api/bundles/${shown?.bundle}`)).status).toBe(200);
    expect((await call(url, "GET", path)).body).toMatchObject({ version: 2 });
    expect(spoken(await chunks(await talk.answer(toolCallId, { action: "save" })))).toBe("thanks");
    expect((await talk.answer(toolCallId, { action: "save" })).status).toBe(200);
    expect((await talk.answer(toolCallId, { action: "leave" })).status).toBe(409);
    expect(shownIn(await talk.read(), toolCallId)).toEqual(shown);
  };
  return { after };
};
