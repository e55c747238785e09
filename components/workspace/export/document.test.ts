import type { UIMessage } from "ai";
import { expect, it } from "vitest";
import { surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";
import { agent, conversation, painted, user, written, writtenSurface } from "./testing";

const says = (text: string) => agent({ type: "text", text });
const block = (value: object, output?: unknown) =>
  agent(painted({ title: "Sheet", blocks: [value] }, output));
const body = async (...messages: UIMessage[]) =>
  (await written(conversation(messages))).replace(/^.*<body>/s, "");

it("an exported document contains the title, senders and times in the user's time zone", async () => {
  const html = await written(conversation([user("What sold?"), says("Rye **did**.")]));
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).toContain("<title>What sold?</title>");
  expect(html).toContain("<h1>What sold?</h1>");
  expect(html).toMatch(/Saturday,? 21 November 2026 at 09:00/);
  expect(html).toMatch(/2 messages, exported .* Sunday,? 22 November 2026 at 08:00 \(Europe\/Lisbon\)/);
  expect(html).toMatch(/<h2>You<\/h2>.*09:00.*What sold\?.*<h2>Easel<\/h2>.*<strong>did<\/strong>/s);
});

it("an exported document renders tables, code and maths", async () => {
  const html = await body(
    says("| a | b |\n|---|--:|\n| 1 | 2 |\n\n```ts\nconst a = 1;\n```\n\n$$\n\\frac{a}{b}\n$$\n\n- [x] done"),
  );
  expect(html).toMatch(/<table>.*<th scope="col" style="text-align:right">b<\/th>/s);
  expect(html).toContain('<span class="hljs-keyword">const</span>');
  expect(html).toMatch(/<math [^>]*display="block".*<mfrac>/s);
  expect(html).toContain('type="checkbox" disabled="" aria-label="Task" checked=""');
});

it("an exported document distinguishes dollar amounts from formulas in the same way as the chat", async () => {
  const html = await body(says("It costs $5 or $10, and \\(a^2\\) is a square."));
  expect(html).toContain("It costs $5 or $10, and ");
  expect(html).toContain("<msup>");
});

it("headings in messages are shifted below those of the document without gaps", async () => {
  const html = await body(says("# One\n\n#### Two\n\n## Three"));
  expect(html.match(/<h[3-6]>\w+/g)).toEqual(["<h3>One", "<h4>Two", "<h4>Three"]);
});

it("an exported document folds calls and reasoning with input and result", async () => {
  const html = await body(
    agent(
      { type: "reasoning", text: "Let me look." },
      {
        type: "tool-get_state",
        toolCallId: "1",
        state: "output-available",
        input: { key: "bread" },
        output: { value: 7 },
      },
      { type: "tool-set_state", toolCallId: "2", state: "output-error", input: {}, errorText: "No key" },
    ),
  );
  expect(html).toMatch(/<details class="call"><summary>Thought about it<\/summary>.*Let me look/s);
  expect(html).toMatch(/<summary>Looked up <code>bread<\/code>.*Returned.*value/s);
  expect(html).toMatch(/Could not store.*No key/s);
  expect(html).not.toContain("<details open");
});

it("an exported document contains every row of a table with numbers formatted like the canvas", async () => {
  const data = Array.from({ length: 250 }, (_, index) => ({ name: `Row ${index}`, sold: 1000.5 + index }));
  const columns = [
    { key: "name", label: "Name" },
    { key: "sold", label: "Sold" },
  ];
  const html = await body(block({ type: "table", columns, data }));
  expect(html.match(/<tr>/g)).toHaveLength(251);
  expect(html).toContain('<td class="right">1,249.5</td>');
  expect(html).toContain("250 rows");
});

it("an exported document renders table cells like the canvas", async () => {
  const data = [{ link: "https://www.site.test/a", state: "open", done: true, part: 40, x: { a: 1 } }];
  const columns = [
    { key: "link", label: "Link" },
    { key: "state", label: "State", kind: "badge", tones: { open: "warning" } },
    { key: "done", label: "Done", kind: "checkbox" },
    { key: "part", label: "Part", kind: "progress" },
    { key: "x", label: "X" },
  ];
  const html = await body(block({ type: "table", columns, data }));
  expect(html).toContain('<a href="https://www.site.test/a">site.test/a</a>');
  expect(html).toContain('<span class="badge warning">open</span>');
  expect(html).toContain('aria-label="Yes">☑</span>');
  expect(html).toContain('<i style="width:40%"></i></span>40%');
  expect(html).toContain("<code>{&quot;a&quot;:1}</code>");
});

it("an exported document renders a chart and lists its numbers", async () => {
  const data = { labels: ["Tue", "Wed"], series: [{ name: "Sold", values: [274, null] }] };
  const chart = { type: "chart", chartType: "line", data, unit: "€" };
  const html = await body(block(chart));
  expect(html).toMatch(/role="img" aria-label="Line chart of Sold[^"]*"><div class="wide"><svg/);
  expect(html).toMatch(/<summary>Numbers<\/summary>.*Sold, €.*Tue.*274.*Wed/s);
  const bare = await written(conversation([block(chart)]), { drawChart: async () => undefined });
  expect(bare).toContain('<details class="data" open>');
  expect(bare).not.toContain("<svg");
});

it("an exported form has its submitted values, or its outcome if it was not sent", async () => {
  const form = {
    type: "form",
    submitLabel: "Go",
    fields: [
      { name: "day", label: "Day", type: "date" },
      { name: "quiet", label: "Quiet", type: "checkbox" },
      { name: "bread", label: "Bread", type: "select", options: [{ value: "r", label: "Rye" }] },
      { name: "note", label: "Note", type: "text" },
    ],
  };
  const data = { day: "2026-11-28", quiet: true, bread: "r" };
  const sent = await body(block(form, { action: "submit", data }));
  expect(sent).toMatch(/Sat,? 28 November 2026.*Yes.*Rye.*Left empty/s);
  expect(await body(block(form, { action: "message", text: "No" }))).toContain("Answered in the chat.");
  const waiting = agent({
    type: "tool-render_blocks",
    toolCallId: "1",
    state: "input-available",
    input: { blocks: [form] },
  });
  const ask = {
    toolCallId: "1",
    toolName: "render_blocks",
    kind: "answer",
    messageId: "a",
    input: {},
    createdAt: "2026-11-21T09:00:00Z",
  } as const;
  expect(await written(conversation([waiting], [ask]))).toContain("Waiting for an answer");
});

it("an exported document embeds data URLs and links other images", async () => {
  const data = "data:image/png;base64,AAAA";
  expect(await body(block({ type: "image", url: data, alt: "Shelf" }))).toContain(
    `<img src="${data}" alt="Shelf"/>`,
  );
  const remote = await body(block({ type: "image", url: "https://example.com/a.jpg", alt: "Shelf" }));
  expect(remote).not.toContain("<img");
  expect(remote).toContain('<a href="https://example.com/a.jpg" rel="noopener noreferrer">Image: Shelf</a>');
});

it("an exported document contains the user's attachments", async () => {
  const file = (mediaType: string, text: string, filename: string) =>
    ({ type: "file", mediaType, filename, url: `data:${mediaType};base64,${btoa(text)}` }) as const;
  const html = await body({
    id: "u",
    role: "user",
    parts: [
      file("text/html", "<script>alert(1)</script>", "page.html"),
      file("application/pdf", "%PDF", "menu.pdf"),
    ],
  });
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toMatch(/href="data:application\/pdf;base64,[^"]+" download="menu\.pdf"/);
});

it("an exported document shows values sent later from a form, without hidden fields", async () => {
  const fields = [
    { name: "order", label: "Order", type: "hidden", default: "o7" },
    { name: "city", label: "City", type: "text" },
  ];
  const form = block({ type: "form", submitLabel: "Go", fields }, { action: "message", text: "Wait" });
  const call = surfacesOf([form], [])[0]?.call;
  const output = { action: "submit", data: { order: "o7", city: "Porto" } };
  const sent = { type: "data-answer", data: { ...call, title: "Sheet", output } } as const;
  const html = await body(form, { id: "late", role: "user", parts: [sent] });
  expect(html).toMatch(/<p>From “Sheet”<\/p>.*Porto/s);
  expect(html).not.toContain("o7");
});

it("an exported document renders one surface without the user's messages", async () => {
  const messages = [user("What sold?"), block({ type: "markdown", content: "## Rye" })];
  const [surface] = surfacesOf(messages, []);
  if (!surface) throw new Error("There is no surface");
  const html = await writtenSurface(surface);
  expect(html).toContain("<h1>Sheet</h1>");
  expect(html).not.toContain("What sold?");
  expect(html).toContain("<h2>Rye</h2>");
});

it("an exported document renders input of an older release that the schema rejects", async () => {
  expect(await body(agent(painted({ blocks: [{ type: "hologram", beam: 7 }] })))).toContain("hologram");
});

it("an exported document contains screenshots, sources and browser takeovers", async () => {
  const png = "iVBORw0KGgo=";
  const call = (name: string, input: object, output: object) =>
    ({ type: `tool-${name}`, toolCallId: name, state: "output-available", input, output }) as const;
  const html = await body(
    agent(
      call("browser_navigate", { url: "https://a.example" }, { url: "https://a.example/", title: "A <b>" }),
      call("browser_screenshot", {}, { image: png, width: 4, height: 3 }),
      call("browser_screenshot", {}, { image: 'x" onerror="alert(1)', width: 4, height: 3 }),
    ),
    {
      id: "hand",
      role: "user",
      parts: [
        {
          type: "data-browser",
          data: { event: "returned", url: "https://a.example/", title: "A", text: "Signed in" },
        },
      ],
    },
  );
  expect(html).toContain("Opened A &lt;b&gt; — a.example");
  expect(html).toContain(`<img src="data:image/png;base64,${png}" alt="Screenshot of the page"/>`);
  expect(html.match(/<img /g)).toHaveLength(1);
  expect(html.match(new RegExp(png, "g"))).toHaveLength(1);
  expect(html).toMatch(/Source: <a href="https:\/\/a\.example\/" rel="noopener noreferrer">A &lt;b&gt;<\/a>/);
  expect(html).toContain("You handed the browser back at a.example: “Signed in”");
});

it("a document for others has only the surface and its data: no answer, query or source", async () => {
  const field = { name: "who", label: "Your name", type: "text" };
  const blocks = [
    { type: "form", fields: [field] },
    { type: "choice", label: "Which?", options: ["rye", "oat"].map((value) => ({ value, label: value })) },
    { type: "table", data: { sql: "SELECT loaves FROM secret_table" } },
    { type: "chart", chartType: "bar", data: { sql: "SELECT 1 FROM secret_table" } },
  ];
  const code = "export default () => 'my source'";
  const messages = [
    user("A private question?"),
    agent(painted({ title: "Form", blocks }, { action: "submit", data: { who: "Ada Secret" } })),
    {
      ...agent({
        ...{ type: "tool-render_and_wait", toolCallId: "2", state: "output-available" },
        ...{ input: { code, title: "Mine", props: { a: "a prop" } }, output: { action: "private" } },
      }),
      id: "b",
    },
  ];
  const surfaces = surfacesOf(messages, []);
  const query = async () => ({ columns: ["loaves"], rows: [[42]], truncated: true });
  const pages = await Promise.all(
    surfaces.map((one) =>
      writtenSurface(
        { ...one, answer: undefined },
        {
          isForOthers: true,
          query,
        },
      ),
    ),
  );
  const both = pages.join("");
  expect(both).toContain("Your name");
  expect(both).toContain("42");
  expect(both).toContain("As of Sunday, 22 November");
  expect(both).not.toMatch(/secret|private|my source|a prop|answer/i);
});
