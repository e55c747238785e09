import { makeDocx, makeEpub, makeOdt, makePptx, makeXlsx } from "../lib/data/files/testing/documents.ts";
import { makePdf } from "../lib/data/files/testing/pdf.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";
import { Workspace } from "./page.ts";

const ALL = process.env.JOURNEYS === "all";
const COUNT = ALL ? 200 : 9;

/** Without JOURNEYS=all, only the citations of these files are opened. */
const PAGED = ["Lease.pdf", "Costs.xlsx"];

/** Five questions with the file, the place and the passage that answer each. */
const ASKED = [
  {
    ...{
      name: "Lease.pdf",
      query: "deposit of the flat",
      place: "page 3",
      says: "The deposit is 2,520 euros.",
    },
    body: makePdf(["The lease begins in May.", "Dogs are allowed.", "The deposit is 2,520 euros."]),
  },
  {
    ...{ name: "Handbook.docx", query: "sourdough starter fed", place: "Bread › Starter" },
    says: "The sourdough starter is fed twice a day.",
    body: makeDocx([
      "# Bread",
      "All about bread.",
      "## Starter",
      "The sourdough starter is fed twice a day.",
    ]),
  },
  {
    ...{
      name: "Costs.xlsx",
      query: "flour mill invoice",
      place: "sheet Costs, row 1",
      says: "Flour mill invoice",
    },
    body: makeXlsx([
      {
        name: "Costs",
        rows: [
          ["Item", "Price"],
          ["Flour mill invoice", 312.5],
          ["Salt", 3],
        ],
      },
    ]),
  },
  {
    ...{ name: "Plan.pptx", query: "opening of the second bakery", place: "slide 2: Opening" },
    says: "The second bakery opens in June.",
    body: makePptx([
      { title: "Welcome", lines: ["Hello"] },
      { title: "Opening", lines: ["The second bakery opens in June."] },
    ]),
  },
  {
    ...{ name: "Novel.epub", query: "lighthouse keeper's parrot", place: "The Storm" },
    says: "The parrot of the lighthouse keeper was silent.",
    body: makeEpub([
      { title: "The Calm", lines: ["Nothing happened."] },
      { title: "The Storm", lines: ["The parrot of the lighthouse keeper was silent."] },
    ]),
  },
];

const others = Array.from({ length: COUNT - ASKED.length - 1 }, (_, n) => {
  const text = `Entry ${n} about gardens, walks and weather number ${n * 7}.`;
  return n % 3 === 0
    ? { name: `Note ${n}.md`, body: Buffer.from(`# Note ${n}\n\n${text}`) }
    : n % 3 === 1
      ? { name: `Letter ${n}.odt`, body: makeOdt([`# Letter ${n}`, text]) }
      : { name: `Sheet ${n}.pdf`, body: makePdf([text]) };
});
const scan = { name: "Scan.pdf", body: makePdf(["Cover", null, null]) };

async function upload(url: string, { name, body }: { name: string; body: Buffer }): Promise<string> {
  const path = `${url}/api/files?keep=1&name=${encodeURIComponent(name)}`;
  const response = await fetch(path, { method: "POST", body: new Uint8Array(body) });
  return (await response.json()).files[0].id;
}

test("files are searched by content, citations open the very page, and a deleted file is nowhere", {
  tag: ["@once", "@long"],
}, async ({ page, easel: { url }, provider }) => {
  test.setTimeout(ALL ? 300_000 : 120_000);
  const ids = new Map<string, string>();
  for (const file of [...ASKED, scan, ...others]) ids.set(file.name, await upload(url, file));
  const stateOf = async (id: string) =>
    (await call(url, "GET", `/api/files/${id}/info`)).body.file.text.state;
  const waiting = async () => {
    const states = await Promise.all([...ids.values()].map(stateOf));
    return states.filter((state) => state === "waiting").length;
  };
  await expect.poll(waiting, { timeout: ALL ? 200_000 : 90_000, intervals: [1_000] }).toBe(0);

  const easel = await Workspace.open(page);
  for (const { name, query, place, says } of ASKED) {
    const q = encodeURIComponent(query);
    const { body } = await call(url, "GET", `/api/memory/search?domain=files&q=${q}`);
    expect(body.results[0]).toMatchObject({
      name,
      place,
      link: expect.stringContaining(ids.get(name) ?? ""),
    });
    if (!ALL && !PAGED.includes(name)) continue;
    const { link } = body.results[0];
    await page.goto("/");
    const answer = `It is in [${name}, ${place}](${link}).`;
    await easel.say(
      `Where is the ${query}?`,
      { tool: "search", input: { domain: "files", query } },
      { text: answer },
    );
    await page.getByRole("link", { name: `${name}, ${place}` }).click();
    const linked = page.getByRole("dialog", { name }).getByRole("region", { name: "Linked passage" });
    await expect(linked).toContainText(says);
    await expect(linked).toBeInViewport();
    if (name === "Lease.pdf") {
      await sound(page);
      const sent = await provider.log.until({ containing: `Where is the ${query}?`, atLeast: 2 });
      expect(JSON.stringify(sent.at(-1)?.body)).toContain(link);
    }
  }

  await page.goto("/files");
  const search = page.getByRole("searchbox", { name: "Search files" });
  await search.fill("lighthouse keeper");
  const hits = page.getByRole("region", { name: "In the text" });
  await expect(hits.getByRole("link", { name: /Novel\.epub/ })).toBeVisible();
  await sound(page);
  await search.fill("Scan");
  await expect(page.getByRole("img", { name: /pages 2–3 are images without text/ })).toBeVisible();
  await page.getByRole("link", { name: "Scan.pdf", exact: true }).click();
  await expect(page.getByRole("dialog").getByText(/pages 2–3 are images without text/)).toBeVisible();

  const novel = ids.get("Novel.epub") ?? "";
  await call(url, "DELETE", `/api/files/${novel}`);
  const { body } = await call(url, "GET", "/api/memory/search?domain=files&q=lighthouse");
  expect(JSON.stringify(body.results)).not.toContain("lighthouse");
  // A separate page, because the browser logs the 404 of the deleted file.
  const other = await page.context().newPage();
  await other.goto(`${url}/files/${novel}?passage=1`);
  await expect(other.getByRole("dialog").getByRole("alert")).toContainText("deleted");
  await other.close();
});
