import { expect, type Page } from "@playwright/test";
import { Talk } from "../api.ts";
import { call } from "../call.ts";
import { Workspace } from "../page.ts";
import type { Turn } from "../provider/turn.ts";
import type { Places } from "./places.ts";
import type { Scene } from "./scenes.ts";
import { settled, signIn } from "./settled.ts";

const TOOL = "high_water";
const PARENT = `export default function Asker() {
  const say = () => sendMessage("Please find me another day, with high water before nine in the morning, and no rain.").catch(() => {});
  return <div className="flex flex-col items-start gap-3"><p>High water is at 6:12 on Saturday.</p><Button onClick={say}>Another day</Button></div>;
}`;

type Made = Record<"asks" | "reads" | "says", string>;
let made: Promise<Made> | undefined;

/** Writes data after a site was read, and creates conversations that need approval because of it. */
async function prepare({ url, site, provider }: Places): Promise<Made> {
  const read: Turn = { tool: "fetch_url", input: { url: `${site}/injection` } };
  const talk = async (message: string, status: string, ...turns: Turn[]) => {
    const talk = new Talk(url);
    provider.script(...turns);
    await talk.say(message);
    await talk.until(status);
    return talk.id;
  };
  // Create this conversation first, because a conversation that starts later starts with marked data.
  const says = await talk("When can we sail?", "waiting", {
    tool: "render_and_wait",
    input: { code: PARENT, title: "When to sail" },
  });
  for (const id of ["state", "database", "tools"])
    await call(url, "PATCH", `/api/toolsets/${id}`, { afterWeb: "allow" });
  await talk(
    "Keep the tides",
    "completed",
    read,
    { tool: "set_state", input: { key: "high water", value: { Saturday: "6:12", Sunday: "7:01" } } },
    {
      tool: "db_sql",
      input: { sql: "CREATE TABLE tides (day TEXT, high TEXT); INSERT INTO tides VALUES ('Sat', '6:12')" },
    },
    {
      tool: "create_tool",
      input: {
        ...{ name: TOOL, description: "When the water is high.", code: "return '6:12';" },
        parameter_schema: { type: "object" },
      },
    },
    { text: "Kept." },
  );
  for (const id of ["state", "database", "tools"])
    await call(url, "PATCH", `/api/toolsets/${id}`, { afterWeb: null });
  const sends = `await fetch("${site}/book", { method: "POST", body: JSON.stringify({ boat: "Maria", day: "Saturday", people: 4 }) });\nreturn "booked";`;
  const run = { tool: "run_sandbox_code", input: { code: sends } };
  const asks = await talk("Book the boat", "waiting", read, run);
  const reads = await talk("Keep the tide", "waiting", read, {
    tool: "set_state",
    input: { key: "high water", value: { Saturday: "6:12", Sunday: "7:01", Monday: "7:49" } },
  });
  return { asks, reads, says };
}

const prepared =
  (shoot: (stage: Parameters<Scene>[0], made: Made) => Promise<void>): Scene =>
  async (stage) => {
    made ??= prepare(stage);
    await shoot(stage, await made);
    await settled(stage.page);
  };

const mark = (path: string): Scene =>
  prepared(async ({ page, url }) => {
    await page.goto(`${url}${path}`);
    await settled(page);
    await openMark(page);
  });

const openMark = (page: Page) =>
  page
    .getByRole("button", { name: /^from http/ })
    .filter({ visible: true })
    .first()
    .click();

export const trustScenes: Record<string, Scene> = {
  "origins-table": mark("/files/table/tides"),
  "origins-tool": mark(`/agent/tools/${TOOL}`),
  "origins-state": prepared(async ({ page, url }) => {
    const { body } = await call(url, "GET", "/api/history?kind=state&name=high%20water");
    await page.goto(`${url}/agent/history/${body.revisions[0].id}`);
    await settled(page);
    await openMark(page);
  }),
  "approval-acts": prepared(async ({ page, url }, { asks }) => {
    await Workspace.open(page, `${url}/chat/${asks}`);
  }),
  "approval-after-web": prepared(async ({ page, url }, { reads }) => {
    await Workspace.open(page, `${url}/chat/${reads}`);
  }),
  "take-back": prepared(async ({ page, url }, { says }) => {
    const easel = await Workspace.open(page, `${url}/chat/${says}`);
    await easel.canvas();
    const surface = easel.sheet("When to sail");
    await surface.frameLocator("iframe").getByRole("button", { name: "Another day" }).click();
    const bar = surface.getByRole("region", { name: /in your name/ });
    await expect(bar).toBeVisible();
    await bar.hover();
  }),
  sessions: async ({ page, demoUrl }) => {
    await signIn(page, demoUrl);
    await page.goto(`${demoUrl}/settings/general`);
    await page.getByRole("heading", { name: "Signed in" }).scrollIntoViewIfNeeded();
    await settled(page);
  },
};
