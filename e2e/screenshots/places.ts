import { connect } from "../../lib/store/connection.ts";
import { launch } from "../../lib/store/embedded/launch.ts";
import { Talk } from "../api.ts";
import { seedLong } from "../bench/seed.ts";
import { call } from "../call.ts";
import type { startProvider } from "../provider/server.ts";
import type { Turn } from "../provider/turn.ts";
import { fillLibrary } from "./components.ts";
import * as content from "./content.ts";
import { fillMemory } from "./memory-scenes.ts";
import { seedWeb, type Views } from "./web-content.ts";

type Provider = Awaited<ReturnType<typeof startProvider>>;

export type Places = {
  url: string;
  demoUrl: string;
  provider: Provider;
  site: string;
  demoFolder: string;
  views: Views;
  talks: Record<
    | "prose"
    | "form"
    | "answered"
    | "charts"
    | "table"
    | "blocks"
    | "question"
    | "approval"
    | "tools"
    | "badKey"
    | "limited"
    | "versions"
    | "long"
    | "web"
    | "component"
    | "brokenComponent",
    string
  >;
};

export async function prepare(
  url: string,
  demoUrl: string,
  provider: Provider,
  dataDir: string,
  views: Views,
): Promise<Omit<Places, "site" | "demoFolder">> {
  const talk = async (message: string, ...turns: Turn[]) => {
    const talk = new Talk(url);
    provider.script(...turns);
    await (await talk.say(message)).text();
    return talk;
  };
  for (const title of content.titles) await talk(title, { text: "Noted." });

  await call(url, "PATCH", "/api/tools/set_state", { policy: "ask" });
  const approval = await talk("Remember that the oven runs at 230 degrees.", {
    tool: "set_state",
    input: { key: "oven", value: { degrees: 230, steam: true } },
  });
  await call(url, "PATCH", "/api/tools/set_state", { policy: "allow" });

  const answered = await talk("Plan a weekend in Porto with me", content.weekend);
  const [ask] = (await answered.read()).asks;
  if (ask) {
    provider.script(content.plan);
    await (await answered.answer(ask.toolCallId, { action: "submit", data: content.weekendAnswer })).text();
  }
  const versions = await talk("Name the bakery", { text: "**Crust & Crumb** says what it sells." });
  const [, first] = (await versions.read()).messages;
  provider.script({ text: "**Flour Power** makes people smile, and they remember it." });
  await (await versions.send({ retry: { messageId: first?.id } })).text();

  await fillLibrary(url);
  await fillMemory(url);
  const database = await launch({ dataDir, log: () => {} });
  const sql = connect(database.url, { max: 1 });
  const long = await seedLong(sql, 1_000);
  const web = await seedWeb(sql, views);
  await sql.end();
  await database.stop();

  const ids = {
    answered: answered.id,
    approval: approval.id,
    versions: versions.id,
    prose: (await talk("How does sourdough rise?", content.prose)).id,
    tools: (await talk("What do you remember of me?", ...content.tools)).id,
    badKey: (await talk("Hello?", { status: 401, message: "Incorrect API key provided" })).id,
    limited: (await talk("Sum up the week", { status: 429, retryAfter: 90, message: "Rate limit" })).id,
    question: (await talk("Book me a table", content.question)).id,
    table: (await talk("Show all orders", content.bigTable)).id,
    blocks: (await talk("Show me everything you can draw", content.everyBlock)).id,
    charts: (await talk("What sold this week, and when?", ...content.charts)).id,
    form: (await talk("A weekend in Porto, please", content.weekend)).id,
    component: (await talk("Let me sort the ideas", content.sortIdeas)).id,
    brokenComponent: (await talk("Show me the oven", ...content.brokenOven)).id,
    long,
    web,
  };
  return { url, demoUrl, provider, views, talks: ids };
}
