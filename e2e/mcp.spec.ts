import { resolve } from "node:path";
import { alive } from "./alive.ts";
import { attached } from "./attach.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { guardedServer } from "./mcp/guarded-server.ts";
import { sendEvent, testServer, textContent } from "./mcp/test-server.ts";
import { Workspace } from "./page.ts";

test("imports servers from mcp.json, confirms a command, shows a changed tool until it is accepted, and signs in by OAuth", {
  tag: "@once",
}, async ({ page }) => {
  const server = await testServer();
  const gate = await guardedServer();
  const local = (url: string) => url.replace("127.0.0.1", "localhost");
  const looks = { annotations: { readOnlyHint: true }, inputSchema: { type: "object", properties: {} } };
  server.offer({ name: "look", description: "Looks at the house.", ...looks }, () => textContent("seen"));
  server.offer({ name: "paint", description: "Paints a wall." });

  await page.goto("/settings/mcp");
  await expect(page.getByText("None yet.")).toBeVisible();
  await alive(page);
  const paste = page.getByLabel("Address, command or mcp.json");
  await paste.fill("{ no json");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Invalid JSON")).toBeVisible();
  await paste.fill(
    JSON.stringify({
      mcpServers: {
        House: { type: "http", url: local(server.url) },
        Gate: { type: "http", url: local(gate.url) },
        Garden: { command: "node", args: [resolve("e2e/mcp/local-server.mjs")] },
      },
    }),
  );
  await page.getByRole("button", { name: "Add", exact: true }).click();

  const house = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: /^House/ }) });
  await expect(house).toContainText("Connected2 tools");
  const garden = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: /^Garden/ }) });
  await expect(garden).toContainText("Confirm its command");
  await expect(garden).toContainText("local-server.mjs");
  const signIn = page.getByRole("link", { name: "Sign in" });
  await expect(signIn).toBeVisible();

  await house.getByRole("button", { name: /^House/ }).click();
  await house.getByRole("button", { name: "Test connection" }).click();
  await expect(house.getByRole("status")).toContainText("Works: 2 tools");
  server.offer({ name: "look", description: "Looks at the house and tells the street.", ...looks });
  server.tellChanged();
  await expect(house).toContainText("1 change to accept");
  await expect(house.getByRole("table", { name: "Changes in house_look" })).toContainText("tells the street");
  await sound(page);
  await house.getByRole("button", { name: "Accept house_look" }).click();
  await expect(house).not.toContainText("to accept");
  await garden.getByRole("button", { name: "Start this program" }).click();
  await expect(garden).toContainText("Connected4 tools");

  await page.goto("/agent/tools");
  await page.getByRole("button", { name: /^House/ }).click();
  await expect(page.getByRole("link", { name: /house_paint/ })).toBeVisible();
  await page.goBack();

  await signIn.click();
  await page.waitForURL("**/settings/mcp");
  await alive(page);
  const gates = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: /^Gate/ }) });
  await expect(gates).toContainText("Connected1 tool");
  expect(gate.guarded.registered).toHaveLength(1);
  await page.request.delete("/api/mcp/gate");
  await gate.close();

  await server.close();
  await expect(house).toContainText("Connection lost, retrying");
  await house.getByRole("switch", { name: "Use House" }).click();
  await expect(house).toContainText("Off");
  await garden.getByRole("button", { name: /^Garden/ }).click();
  await garden.getByRole("button", { name: "Remove Garden" }).click();
  await expect(garden).toHaveCount(0);
  await house.getByRole("button", { name: /^House/ }).click();
  await house.getByRole("button", { name: "Remove House" }).click();
  await expect(page.getByText("None yet.")).toBeVisible();
});

test("attaches a resource by @server:, runs a prompt as a command with arguments, answers an elicitation during a call, and ends the call with an error when the server dies", {
  tag: ["@once", "@long"],
}, async ({ page }) => {
  const server = await testServer();
  Object.assign(server.also, {
    "resources/list": () => ({ resources: [{ uri: "note://plan.md", name: "plan", title: "The plan" }] }),
    "resources/read": () => ({ contents: [{ uri: "note://x/plan.md", text: "Paint it green." }] }),
    "prompts/list": () => ({
      prompts: [{ name: "review", title: "Review", arguments: [{ name: "tone", required: true }] }],
    }),
    "prompts/get": ({ arguments: args }: { arguments: { tone: string } }) => ({
      messages: [{ role: "user", content: { type: "text", text: `Review it, ${args.tone}.` } }],
    }),
  });
  const requestedSchema = {
    type: "object",
    properties: { colour: { type: "string", enum: ["red", "green"] } },
    required: ["colour"],
  };
  server.offer({ name: "paint" }, async ({ id, response }) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    sendEvent(response, {
      id: `q${id}`,
      method: "elicitation/create",
      params: { message: "Which colour?", requestedSchema },
    });
    const answer = () => server.heard.find(({ message }) => message.id === `q${id}`)?.message.result;
    await expect.poll(answer).toBeDefined();
    sendEvent(response, { id, result: textContent(JSON.stringify(answer())) });
    response.end();
  });
  server.offer({ name: "fall", annotations: { readOnlyHint: true } }, () => void server.close());
  const easel = await Workspace.open(page);
  const url = server.url.replace("127.0.0.1", "localhost");
  const added = await page.request.post("/api/mcp", { data: { id: "house", title: "House", url } });
  expect(added.ok()).toBe(true);
  await expect
    .poll(async () => (await (await page.request.get("/api/mcp/house")).json()).status)
    .toBe("connected");

  await expect(page.getByRole("button", { name: "House: Review" })).toBeVisible();
  await easel.composer.pressSequentially("See @house:");
  await expect(page.getByRole("option", { name: "The plan" })).toBeVisible();
  await sound(page);
  await page.keyboard.press("Enter");
  await expect(attached(page)).toContainText("plan.md");
  await expect(easel.composer).toHaveValue("See ");
  await expect(easel.composer).toBeFocused();

  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search or run a command").fill("Review");
  await page.getByRole("option", { name: "House: Review" }).click();
  await page.getByLabel("tone").fill("kindly");
  await sound(page);
  await page.keyboard.press("Enter");
  await expect(easel.composer).toHaveValue("See\n\nReview it, kindly.");
  await page.getByRole("button", { name: "Remove plan.md" }).click();
  await expect(attached(page)).toHaveCount(0);

  const load = { tool: "load_toolset", input: { id: "mcp:house" } };
  await easel.say(
    "Paint",
    load,
    { tool: "house_paint", input: { wall: 1 } },
    { tool: "house_fall", input: {} },
    {
      text: "It fell.",
    },
  );
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  const ask = page.getByRole("region", { name: "Permission for house_paint" });
  await expect(ask).toContainText("House asks you");
  await expect(ask).toContainText("Which colour?");
  await sound(page);
  await ask.getByLabel(/^colour/).selectOption("green");
  await ask.getByRole("button", { name: "Answer" }).click();
  await expect(easel.spoken).toHaveText("It fell.");
  expect(
    server.heard.filter(({ message }) => JSON.stringify(message.result)?.includes("green")),
  ).toHaveLength(1);
  const conversation = await (
    await page.request.get(`/api/conversations/${page.url().split("/").at(-1)}`)
  ).text();
  expect(conversation).toContain("it may have taken effect");
  await page.request.delete("/api/mcp/house");
});
