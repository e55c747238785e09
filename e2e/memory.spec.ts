import { Talk } from "./api.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { Workspace } from "./page.ts";
import { ask as asked } from "./past.ts";
import { Presses } from "./presses.ts";

test("shows blocks as the agent sees them, and changes, deletes and restores them", {
  tag: ["@once", "@long"],
}, async ({ page, easel }) => {
  const ask = (method: string, path: string, body?: unknown) => asked(easel.url, method, path, body);
  await ask("PUT", "/api/memory/blob", { content: "Lives in Bern.\nWrites plainly, and wants plain words." });
  await ask("POST", "/api/memory/blocks", {
    ...{ label: "person", kind: "core", permission: "partner" },
    ...{ description: "Who I work for", text: `Allergic to peanuts. ${"x".repeat(4_700)}` },
  });
  await ask("POST", "/api/memory/blocks", {
    label: "garden",
    kind: "working",
    text: "Tomatoes by the wall.",
  });
  await ask("POST", "/api/memory/blocks", { label: "trip.2025", kind: "archival", text: "Lisbon in May." });
  await page.goto("/memory");
  const memory = page.getByRole("list", { name: "Memory" });
  for (const name of ["About you", "person", "garden", "trip.2025"])
    await expect(memory.getByRole("link", { name, exact: true })).toBeVisible();
  await expect(memory.getByText("Ask you each time")).toBeVisible();
  await sound(page);

  await page.getByRole("radio", { name: /^Blocks/ }).click();
  await expect(memory.getByRole("listitem")).toHaveCount(2);
  await memory.getByRole("link", { name: "garden" }).click();
  const open = page.getByRole("dialog", { name: "garden" });
  const text = open.getByRole("textbox", { name: "Text of garden" });
  await expect(text).toHaveValue("Tomatoes by the wall.");
  await expect(open.getByRole("list", { name: "Versions" })).toBeVisible();
  await sound(page);
  await open.getByRole("radio", { name: "Read only" }).click();
  await expect
    .poll(async () => (await ask("GET", "/api/memory/blocks/garden")).block.permission)
    .toBe("read_only");
  await ask("PATCH", "/api/memory/blocks/garden", { text: "Peas." });
  await expect(text).toHaveValue("Peas.");
  await open.getByRole("button", { name: "Delete" }).click();
  await expect(memory.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(memory.getByText("Peas.")).toBeVisible();

  await page.getByRole("radio", { name: /^Archive/ }).click();
  await page.getByRole("button", { name: "More for “trip.2025”" }).click();
  await page.getByRole("menuitem", { name: "Merge into another" }).click();
  const merge = page.getByRole("dialog");
  await merge.getByRole("combobox", { name: "Into" }).selectOption("garden");
  await merge.getByRole("button", { name: "Merge" }).click();
  await expect(merge).toHaveCount(0);
  await expect(page.getByText("The archive is empty.")).toBeVisible();
  expect((await ask("GET", "/api/memory/blocks/garden")).block.text).toBe("Peas.\nLisbon in May.");

  await page.getByRole("radio", { name: /^Blocks/ }).click();
  await page.getByRole("switch", { name: "Always in mind: garden" }).click();
  await page.getByRole("radio", { name: /^Archive/ }).click();
  await expect(memory.getByRole("link", { name: "garden" })).toBeVisible();

  for (const content of ["Swims in the lake", "Is swimming in the lake", "Lives in Bern", "Lives in Basel"])
    await ask("POST", "/api/memory/memories", { layer: "long", content });
  await page.getByRole("button", { name: "Cleanup" }).click();
  await page.getByRole("button", { name: "Clean up now" }).click();
  const changes = page.getByRole("list", { name: "Changes" });
  await expect(changes.getByText("Merged duplicates")).toBeVisible();
  await page.getByRole("combobox", { name: "End automatically" }).selectOption("weekly");
  await sound(page);
  await changes.getByRole("button", { name: "Undo" }).click();
  await expect(changes).toHaveCount(0);

  await page.getByRole("radio", { name: /^To check/ }).click();
  const basel = memory.getByRole("listitem").filter({ hasText: "May contradict older “Lives in Bern”" });
  await basel.getByRole("button", { name: "Keep newer" }).click();
  await expect(page.getByText("No contradictions.")).toBeVisible();
  const contents = async () =>
    (await ask("GET", "/api/memory/memories")).memories.map(({ content }: { content: string }) => content);
  await expect.poll(contents).not.toContain("Lives in Bern");
});

test("a fact is corrected in three presses from a conversation, and deleted for good", {
  tag: "@once",
}, async ({ page, easel }) => {
  const ask = (method: string, path: string, body?: unknown) => asked(easel.url, method, path, body);
  const { memory: fact } = await ask("POST", "/api/memory/memories", {
    layer: "long",
    content: "Plays the oboe",
  });
  const at = `/api/memory/memories/${fact.id}`;
  await Workspace.open(page);
  const does = new Presses(page);
  await does.place("Memory");
  await does.link("Plays the oboe");
  await does.type(page.getByRole("textbox", { name: /^Fact/ }), "Plays the horn");
  await sound(page);
  await does.button("Save");
  does.atMost(3);
  await expect(page.getByRole("link", { name: "Plays the horn" })).toBeFocused();
  expect((await ask("GET", at)).memory).toMatchObject({ content: "Plays the horn", version: 2 });

  await page.getByRole("button", { name: "More for “Plays the horn”" }).click();
  await page.getByRole("menuitem", { name: "Forget" }).click();
  await expect(page.getByText("Forgotten. History keeps it for 30 days.")).toBeVisible();
  expect((await ask("GET", `/api/history?kind=memory&name=${fact.id}`)).revisions).toHaveLength(3);
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("Deleted, also from history.")).toBeVisible();
  expect((await ask("GET", `/api/history?kind=memory&name=${fact.id}`)).revisions).toEqual([]);
});

test("a change of the user's block waits for approval and shows its diff; memory that is switched off is not used", {
  tag: ["@once", "@long"],
}, async ({ page, easel, provider }) => {
  const ask = (method: string, path: string, body?: unknown) => asked(easel.url, method, path, body);
  const text = async () => (await ask("GET", "/api/memory/blocks/diet")).block.text;
  const block = { label: "diet", kind: "core", permission: "partner", text: "Eats everything." };
  await ask("POST", "/api/memory/blocks", block);
  const change = (old_content: string, new_content: string) => ({
    tool: "block",
    input: { operation: "replace", label: "diet", old_content, new_content },
  });
  const talk = await Workspace.open(page);
  await talk.say("No meat for me from now on", change("everything", "no meat"), { text: "Noted." });
  const card = page.getByRole("region", { name: "Permission for block" });
  await expect(card).toContainText("no meat");
  await sound(page);
  expect(await text()).toBe("Eats everything.");
  await card.getByRole("button", { name: "Allow" }).click();
  await expect(talk.spoken).toHaveText("Noted.");
  expect(await text()).toBe("Eats no meat.");

  await talk.say("Only fish", change("no meat", "fish alone"), { text: "As you wish." });
  await card.getByRole("button", { name: "Reject…" }).click();
  await card.getByRole("textbox", { name: /instead/ }).press("Enter");
  await expect(talk.spoken.last()).toHaveText("As you wish.");
  expect(await text()).toBe("Eats no meat.");

  const system = () => JSON.stringify(provider.requests.at(-1)?.body);
  expect(system()).toContain("Eats no meat.");
  await ask("PATCH", "/api/toolsets/memory", { mode: "off" });
  await new Talk(easel.url).tell("What may I eat?", { text: "I do not know." });
  expect(system()).not.toContain("Eats no meat.");
  await ask("PATCH", "/api/toolsets/memory", { mode: "on" });
  await ask("DELETE", "/api/memory/blocks/diet");
});

test("recalls a fact in another conversation with its source, and not after it was forgotten", {
  tag: ["@once", "@long"],
}, async ({ page, provider, easel }) => {
  const first = new Talk(easel.url);
  const fact = { layer: "long", content: "Is allergic to peanuts", category: "food" };
  await first.tell(
    "Remember that I am allergic to peanuts.",
    { tool: "memory", input: { action: "store", ...fact } },
    { text: "I will." },
  );

  const other = await Workspace.open(page);
  await other.tell("Plan a dinner with satay and peanuts.", { text: "Without peanuts, then." });
  const system = () => JSON.stringify(provider.requests.at(-1)?.body);
  expect(system()).toContain("Is allergic to peanuts (id ");
  await page.getByRole("button", { name: "From memory: 1 thing" }).click();
  const why = page.getByRole("dialog", { name: "From memory" });
  await expect(why.getByText(/Last used today at .*Matched words/)).toBeVisible();
  await sound(page);
  await why.getByRole("link", { name: /^“Remember that I am allergic/ }).click();
  await expect(page.getByRole("article", { name: "Easel answered" })).toContainText("I will.");
  expect(new URL(page.url()).pathname).toBe(`/chat/${first.id}`);

  await page.goto("/memory/facts");
  const facts = page.getByRole("list", { name: "Memory" });
  await page.getByRole("searchbox", { name: "Search memory" }).fill("peanuts");
  await expect(facts.getByText(/Matched words/)).toBeVisible();
  await sound(page);
  await page.getByRole("button", { name: "More for “Is allergic to peanuts”" }).click();
  // Wait for the server's response, because the list is updated before it arrives.
  const forgotten = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("menuitem", { name: "Forget" }).click();
  await expect(page.getByText("Nothing matches “peanuts”.")).toBeVisible();
  await forgotten;

  const { messages } = await new Talk(easel.url).tell("Plan another dinner with peanuts.", {
    text: "With peanuts.",
  });
  expect(system()).not.toContain("Is allergic to peanuts (id ");
  expect(messages.at(-1)?.metadata?.recalled ?? []).toEqual([]);
});
