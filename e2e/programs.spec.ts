import { programAt } from "../lib/doors/mcp/testing/program.ts";
import { alive } from "./alive.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { directive } from "./provider/directive.ts";

test("a program connects, calls allowed tools, and loses access when its token is revoked", {
  tag: ["@once", "@long"],
}, async ({ page, easel }) => {
  // Other tests of this server leave tokens.
  const { tokens } = (await call(easel.url, "GET", "/api/mcp/tokens")).body;
  for (const { id } of tokens) await call(easel.url, "DELETE", `/api/mcp/tokens/${id}`);
  await page.goto("/settings/tokens");
  await expect(page.getByText("None yet.")).toBeVisible();
  await alive(page);
  await sound(page);

  await page.getByLabel("Program").fill("Editor");
  await page.getByLabel("Only some").click();
  const tools = page.getByRole("region", { name: "Tools" });
  await tools.getByRole("checkbox", { name: "Questions" }).click();
  await tools.getByRole("checkbox", { name: "get_state" }).click();
  await expect(tools.getByRole("checkbox", { name: "ask_user" })).toBeChecked();
  await expect(tools.getByRole("checkbox", { name: "State", exact: true })).toHaveAttribute(
    "aria-checked",
    "mixed",
  );
  await sound(page);
  await page.getByRole("button", { name: "Create a token" }).click();
  const made = page.getByRole("heading", { name: "The token of Editor" });
  await expect(made).toBeVisible();
  const token = (await page.getByText(/^easel_mcp_\S+$/).textContent()) ?? "";
  await page.getByText("MCP programs that start their servers").click();
  await expect(page.getByText("EASEL_MCP_TOKEN")).toBeVisible();
  await sound(page);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(made).toHaveCount(0);
  expect(await page.content()).not.toContain(token);

  const editor = programAt(easel.url, token);
  const { result } = await editor.ask("tools/list");
  expect(result?.tools).toMatchObject([{ name: "ask_user" }, { name: "get_state" }]);
  expect((await editor.call("get_state", { key: "nothing" })).isError).toBe(false);
  await page.reload();
  const row = page.getByRole("listitem").filter({ hasText: "Editor" });
  await expect(row).toContainText("ask_user, get_state");
  await expect(row).toContainText("Last used");
  await sound(page);

  await page.getByRole("button", { name: "Revoke the token of Editor" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("None yet.")).toBeVisible();
  expect((await editor.ask("ping")).status).toBe(401);
});

test("a program's question is answered at the link that it shows", { tag: "@once" }, async ({
  page,
  easel,
}) => {
  const { body } = await call(easel.url, "POST", "/api/mcp/tokens", { name: "Editor" });
  const editor = programAt(easel.url, body.token);
  const asked = await editor.call("ask_user", { question: "Which colour?", options: ["Red", "Blue"] });
  const { url, result } = asked.structuredContent as { url: string; result: string };
  await page.goto(url);
  await alive(page);
  const line = page.getByRole("article").filter({ hasText: "Editor called ask_user over MCP." });
  await expect(line.getByRole("heading", { name: "Program call" })).toBeAttached();
  await sound(page);
  await page.getByRole("button", { name: "Blue" }).click();
  const read = () => editor.ask("resources/read", { uri: result });
  await expect.poll(async () => JSON.stringify((await read()).result)).toContain("Blue");
  await expect(page.getByRole("main").getByText("waiting", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /Another program: Editor.*waiting/ })).toHaveCount(0);
  await sound(page);
  await call(easel.url, "DELETE", `/api/mcp/tokens/${body.id}`);
});

test("a script uses the HTTP API with the scopes of its token", { tag: ["@once", "@long"] }, async ({
  page,
  easel,
}) => {
  await page.goto("/settings/tokens");
  await page.getByRole("link", { name: "Reference of the API" }).click();
  await page.getByRole("searchbox").fill("post chat");
  await page.getByText("Sends a message or an answer").click();
  await expect(page.getByText("Token with the scope chat")).toBeVisible();
  await sound(page);
  await page.getByRole("link", { name: "Access tokens" }).first().click();
  await page.getByLabel("Program", { exact: true }).fill("Script");
  await page.getByRole("checkbox", { name: "Read" }).click();
  await page.getByRole("checkbox", { name: "Chat" }).click();
  await page.getByRole("button", { name: "Create a token" }).click();
  const token = (await page.getByText(/^easel_mcp_\S+$/).textContent()) ?? "";
  await sound(page);

  const ask = (method: string, path: string, body?: unknown) =>
    fetch(easel.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const id = crypto.randomUUID();
  const parts = [{ type: "text", text: `Say it.\n${directive({ text: "It is said." })}` }];
  const stream = await ask("POST", "/api/chat", { id, message: { role: "user", parts } });
  expect(await stream.text()).toContain(`"program":{"tokenId"`);
  const { messages } = await (await ask("GET", `/api/conversations/${id}`)).json();
  expect(messages[0]).toMatchObject({ role: "user" });
  expect(JSON.stringify(messages)).toContain('"name":"Script"');
  expect((await ask("PUT", "/api/state/a", { value: 1 })).status).toBe(403);
  expect((await ask("POST", "/api/mcp/tokens", { name: "More" })).status).toBe(403);
  await page.goto(`/chat/${id}`);
  await expect(page.getByText("It is said.", { exact: true })).toBeVisible();
});
