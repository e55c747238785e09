import { randomUUID } from "node:crypto";
import type { Browser } from "@playwright/test";
import type { Sql } from "postgres";

const PAGE = `<!doctype html><html><head><title>Kornmühle: order flour</title><style>
body{margin:0;font:16px/1.5 Georgia,serif;color:#2b2118;background:#f7efe2}
header{background:#4a2f1b;color:#fff;padding:18px 64px;display:flex;gap:32px;align-items:baseline}
header b{font-size:24px}main{display:grid;grid-template-columns:1fr 380px;gap:48px;padding:40px 64px}
h1{font-size:36px;margin:0 0 12px}li{margin:6px 0}form{background:#fff;border-radius:8px;padding:24px;display:grid;gap:12px}
input,select,button{font:inherit;padding:10px;border:1px solid #bda98f;border-radius:4px;width:100%;box-sizing:border-box}
button{background:#9c4a1a;color:#fff;border:0}</style></head><body>
<header><b>Kornmühle</b><span>Flour</span><span>Grain</span><span>Visit us</span></header>
<main><section><h1>Flour, milled on Tuesdays</h1><p>Ordered by Monday noon, delivered on Thursday, in paper sacks of 25 kg.</p>
<ul><li>Rye 1150, €21.40 a sack</li><li>Wheat 550, €19.90 a sack</li><li>Spelt 630, €34.50 a sack</li></ul>
<p>Bakeries in town get it without a fee for the way.</p></section>
<form><label>Name<input value="Easel Bakery"></label><label>Flour<select><option>Rye 1150</option></select></label>
<label>Sacks<input value="6"></label><label>Email<input value="oven@example.com"></label><button>Send the order</button></form></main></body></html>`;

type Box = { x: number; y: number; width: number; height: number };
export type Views = { jpeg: string; png: string; button: Box };

export async function viewsOf(browser: Browser): Promise<Views> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.setContent(PAGE);
  const jpeg = await page.screenshot({ type: "jpeg", quality: 80 });
  const png = await page.screenshot();
  const button = await page.getByRole("button").boundingBox();
  if (!button) throw new Error("The page has no button");
  await page.close();
  return { jpeg: jpeg.toString("base64"), png: png.toString("base64"), button };
}

export const URL_OF_PAGE =
  "https://kornmuehle.example/shop/order?flour=rye-1150&sacks=6&from=newsletter-november";

const call = (name: string, id: string, input: unknown, output: unknown) => ({
  type: `tool-${name}`,
  toolCallId: id,
  state: "output-available",
  input,
  output,
});

const results = [
  {
    title: "Kornmühle: flour from the region",
    url: "https://kornmuehle.example/flour",
    snippet:
      "Rye, wheat and spelt, milled on Tuesdays and delivered on Thursdays. Sacks of 25 kg for bakeries.",
    date: "2026-11-18",
  },
  {
    title: "What a sack of rye costs this winter",
    url: "https://www.bakers-weekly.example/prices/2026/rye",
    snippet:
      "After a dry summer rye 1150 has become dearer by eight percent; most mills ask between €20 and €23.",
    date: "3 days ago",
  },
  {
    title: "Flour compared: twelve mills, one loaf",
    url: "https://test.example/flour",
    snippet:
      "We baked the same country loaf with flour of twelve mills and asked forty people which one they liked.",
  },
];

function messages(png: string) {
  const article =
    "# What a sack of rye costs this winter\n\nAfter a dry summer rye 1150 has become dearer by eight percent.";
  return [
    {
      id: "w1",
      role: "user",
      parts: [{ type: "text", text: "Where do we get rye flour for less? Order six sacks if you find it." }],
    },
    {
      id: "w2",
      role: "assistant",
      parts: [
        { type: "step-start" },
        call("web_search", "c1", { query: "rye flour 1150 mill price sack" }, { results }),
        call(
          "fetch_url",
          "c2",
          { url: "https://www.bakers-weekly.example/prices/2026/rye" },
          {
            status: 200,
            ok: true,
            headers: { "content-type": "text/html" },
            markdown: article,
            body: "<!doctype html>…",
          },
        ),
        call(
          "fetch_url",
          "c3",
          { url: "https://mill.example/api/prices.json" },
          { status: 404, ok: false, headers: {}, body: "Not found" },
        ),
        {
          type: "text",
          text: "Rye costs €20 to €23 this winter, and the Kornmühle asks **€21.40** without a fee for the way. I fill in their form.",
          state: "done",
        },
        call(
          "browser_navigate",
          "c4",
          { url: "https://kornmuehle.example/shop" },
          { url: URL_OF_PAGE, title: "Kornmühle: order flour", status: 200 },
        ),
        call(
          "browser_type",
          "c5",
          { selector: "#name", text: "Easel Bakery" },
          { ok: true, element: 'input "Name"' },
        ),
        call(
          "browser_type",
          "c6",
          { selector: "#sacks", text: "6", clear_first: true },
          { ok: true, element: 'input "Sacks"' },
        ),
        call("browser_screenshot", "c7", {}, { image: png, width: 1280, height: 800 }),
        call("browser_click", "c8", { selector: "form > button.order" }, { ok: true }),
        {
          type: "text",
          text: "It asks for your customer number. Take over, sign in, and hand it back: then I send the order.",
          state: "done",
        },
      ],
    },
    {
      id: "w3",
      role: "user",
      parts: [
        { type: "data-browser", data: { event: "taken", url: URL_OF_PAGE, title: "Kornmühle: order flour" } },
      ],
    },
    {
      id: "w4",
      role: "user",
      parts: [
        {
          type: "data-browser",
          data: {
            event: "returned",
            url: URL_OF_PAGE,
            title: "Kornmühle: order flour",
            text: "I am signed in. Six sacks it is.",
          },
        },
      ],
    },
    {
      id: "w5",
      role: "assistant",
      parts: [
        { type: "step-start" },
        call(
          "browser_type",
          "d1",
          { selector: "#sacks", text: "6", clear_first: true },
          { ok: true, element: 'input "Sacks"' },
        ),
      ],
    },
  ];
}

export async function seedWeb(sql: Sql, { png }: Views): Promise<string> {
  const id = randomUUID();
  const rows = messages(png).map((message, i, all) => ({ ...message, parent: all[i - 1]?.id ?? null }));
  await sql`
    with agent as (select id from agents order by created_at limit 1),
    c as (insert into conversations (id, agent_id, title, identity) select ${id}, agent.id, 'Rye for less', '' from agent)
    insert into messages (conversation_id, id, agent_id, role, parts, parent_id)
    select ${id}, g.id, agent.id, g.role, g.parts, g.parent
    from agent, json_to_recordset(${JSON.stringify(rows)}::json) as g(id text, role text, parts json, parent text)`;
  return id;
}
