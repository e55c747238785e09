import { connect } from "../../lib/store/connection.ts";
import { launch } from "../../lib/store/embedded/launch.ts";
import { seed } from "../../lib/store/testing/seed.ts";
import type { Scene } from "./scenes.ts";
import { settled, signIn } from "./settled.ts";

const SIZE = {
  ...{ conversations: 300, messages: 4, revisions: 600 },
  ...{ components: 0, tools: 160, calls: 500 },
};

let made: Promise<void> | undefined;

async function prepare(dataDir: string): Promise<void> {
  const database = await launch({ dataDir, log: () => {} });
  const sql = connect(database.url, { max: 1 });
  const [agent] = await sql<{ id: string }[]>`select id from agents order by created_at limit 1`;
  if (agent) await seed(sql, agent.id, SIZE);
  await sql.end();
  await database.stop();
}

const at =
  (path: string, more = /^Show more$/): Scene =>
  async ({ page, demoUrl, demoFolder }) => {
    await signIn(page, demoUrl);
    made ??= prepare(demoFolder);
    await made;
    await page.goto(`${demoUrl}${path}`);
    await settled(page);
    const button = page.getByRole("button", { name: more });
    if (await button.isVisible()) await button.scrollIntoViewIfNeeded();
    await settled(page);
  };

/**
 * Very long lists, of which a page shows the start. They come last, because they fill the first run's server
 * with data.
 */
export const manyScenes: Record<string, Scene> = {
  "tools-many": at("/agent/tools", /more that are disabled$/),
  "history-many": at("/agent/history"),
};
