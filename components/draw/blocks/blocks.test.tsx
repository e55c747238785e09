import { prerender } from "react-dom/static";
import { describe, expect, it } from "vitest";
import { blocks } from "@/lib/shared/blocks";
import { Blocks } from "./blocks";
import { views } from "./index";
import type { Ask } from "./props";

const ask: Ask = { state: "waiting" };

async function html(input: unknown, more: Partial<Ask> = {}): Promise<string> {
  const { prelude } = await prerender(<Blocks input={input} {...ask} {...more} />);
  return new Response(prelude).text();
}

it("each block type has exactly one view", () => {
  expect(Object.keys(views).toSorted()).toEqual(Object.keys(blocks).toSorted());
});

/** Label of the submit button of blocks whose button is not labelled "Done". */
const END: Record<string, string> = { form: "Plan the bake", choice: "Choose none" };

describe.each(Object.entries(blocks))("the view of %s", (type, { example }) => {
  it("renders the example while waiting, streaming and answered", async () => {
    expect(await html({ blocks: [example] })).toContain(END[type] ?? "Done");
    expect(await html({ blocks: [example] }, { state: "streaming" })).not.toContain("Done");
    expect(
      await html({ blocks: [example] }, { state: "answered", answer: { action: "dismiss" } }),
    ).not.toContain('<button type="submit"');
  });
});

it("each block is marked with its index, and a block in a layout with its path", async () => {
  const markdown = (content: string) => ({ type: "markdown", content });
  const layout = {
    type: "columns",
    columns: [{ blocks: [markdown("a")] }, { blocks: [markdown("b"), markdown("c")] }],
  };
  const text = await html({ blocks: [markdown("first"), layout] });
  const places = [...text.matchAll(/data-block="(\d)"(?: data-inner="([^"]+)")? data-type="(\w+)"/g)];
  expect(places.map(([, ...place]) => place)).toEqual([
    ["0", undefined, "markdown"],
    ["1", undefined, "columns"],
    ["1", "columns[0].blocks[0]", "markdown"],
    ["1", "columns[1].blocks[0]", "markdown"],
    ["1", "columns[1].blocks[1]", "markdown"],
  ]);
});

it("a sent form is rendered as text, with each value under its label and without controls", async () => {
  const fields = [
    { name: "day", label: "Day", type: "date" },
    { name: "agreed", label: "Agreed", type: "checkbox" },
    { name: "city", label: "City", type: "select", options: [{ value: "opo", label: "Porto" }] },
    { name: "note", label: "Note", type: "text" },
  ];
  const answer = { action: "submit", data: { day: "2026-11-28", agreed: true, city: "opo" } };
  const text = await html(
    { blocks: [{ type: "form", fields, submitLabel: "Go" }] },
    { state: "answered", answer },
  );
  for (const shown of ["Day", "Sat, 28 November 2026", "Yes", "Porto", "Left empty"])
    expect(text).toContain(shown);
  expect(text).not.toContain("<input");
});

it("sent values of each field type are rendered as text", async () => {
  const options = ["One", "Two"];
  const fields = [
    { name: "several", label: "Several", type: "multiselect", options, default: ["Two"] },
    { name: "radio", label: "Radio", type: "radio", options },
    { name: "slider", label: "Slider", type: "slider", unit: "km" },
    { name: "rating", label: "Rating", type: "rating" },
    { name: "colour", label: "Colour", type: "colour" },
    { name: "at", label: "At", type: "datetime" },
    { name: "mail", label: "Mail", type: "email" },
    { name: "secret", label: "Secret", type: "hidden", default: "s" },
  ];
  const input = { blocks: [{ type: "form", fields, submitLabel: "Go" }] };
  const data = {
    ...{ several: ["One", "Two"], radio: "One", slider: 7, rating: 4, colour: "#2f6f4f" },
    at: "2026-11-28T17:30",
  };
  const sent = await html(input, { state: "answered", answer: { action: "submit", data } });
  for (const shown of ["One, Two", "7 km", "4 of 5", "#2f6f4f", "Sat, 28 November 2026, 17:30", "Left empty"])
    expect(sent).toContain(shown);
  expect(sent).not.toContain("Secret");
});

it("an unsent form shows how it ended: closed, or not sent", async () => {
  const input = { blocks: [blocks.form.example] };
  const closed = (answer: unknown) => html(input, { state: "answered", answer });
  expect(await closed({ action: "cancelled" })).toContain("Closed without answer.");
  expect(await closed(undefined)).toContain("Not sent.");
});

it("blocks with an invalid input show its raw data", async () => {
  const text = await html({ blocks: [{ type: "carousel" }] }, { state: "answered" });
  expect(text).toContain("Can’t read these blocks");
  expect(text).toContain("blocks");
});

it("an external image is shown as its URL and not loaded", async () => {
  const text = await html({
    blocks: [{ type: "image", url: "https://images.example.com/a.png?secret=1", alt: "A shelf" }],
  });
  expect(text).not.toContain("<img");
  expect(text).toContain("images.example.com");
  expect(text).toContain("https://images.example.com/a.png?secret=1");
  expect(text).toContain("Show image from");
});

it("metrics, choices, timelines and files are rendered with text", async () => {
  const { metrics, choice, timeline, file } = blocks;
  const input = { blocks: [metrics, choice, timeline, file].map(({ example }) => example) };
  const text = await html(input);
  for (const expected of [
    "274\u00a0pieces",
    "up 6.2% since yesterday",
    "From 251 to 274, between 240 and 274",
    "€1,312.40",
  ])
    expect(text).toContain(expected);
  for (const expected of ["River street", "28 Nov 2026", "Dough for the market", "Download November.csv"])
    expect(text).toContain(expected);
});
