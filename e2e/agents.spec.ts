import { randomUUID } from "node:crypto";
import { chunks, spoken } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { directive } from "./provider/directive.ts";

let scout = "";
test.beforeEach(async ({ easel: { url } }) => {
  scout = (await call(url, "POST", "/api/agents", { name: "Scout" })).body.id;
});
// Delete the second agent, because its existence changes the first one's prompt in other tests.
test.afterEach(({ easel: { url } }) => call(url, "DELETE", `/api/agents/${scout}`));

test("a second agent uses the workspace's model, and only that agent has the conversation", async ({
  easel: { url },
}) => {
  const id = randomUUID();
  const text = `go\n${directive({ text: "Scout here." })}`;
  const message = { id: randomUUID(), role: "user", parts: [{ type: "text", text }] };
  const response = await fetch(`${url}/api/chat?agent=${scout}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id, message }),
  });
  expect(spoken(await chunks(response))).toBe("Scout here.");
  expect((await call(url, "GET", `/api/conversations/${id}?agent=${scout}`)).status).toBe(200);
  expect((await call(url, "GET", `/api/conversations/${id}`)).status).toBe(404);
});
