import { setTimeout as delay } from "node:timers/promises";
import { launch } from "../lib/store/embedded/launch.ts";
import { call } from "./call.ts";
import { expect, modelOf, test } from "./fixtures.ts";
import { directive } from "./provider/directive.ts";
import { EaselServer } from "./server.ts";

/** One round where all tests run; `npm run chaos` asks for more. */
const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 1);
const TRIGGERS = 8;

test.describe.configure({ mode: "serial" });

let other: EaselServer;
test.beforeAll(async ({ easel, provider, folder }) => {
  expect(easel.url).toBeTruthy();
  const database = await launch({ dataDir: folder, log: () => {} });
  other = await EaselServer.start({
    DATABASE_URL: database.url,
    EASEL_DATA_DIR: folder,
    ...modelOf(provider),
  });
  await database.stop();
});
test.afterAll(() => other.stop());

for (let round = 1; round <= ROUNDS; round++) {
  test(`kill -9 of two servers while jobs come due: each fires once, round ${round}`, async ({ easel }) => {
    // Far enough ahead that the last is made before the first is due, also on a machine that is busy.
    const first = Date.now() + 4_000;
    const making = Array.from({ length: TRIGGERS }, async (_, nth): Promise<string> => {
      const at = new Date(first + nth * 250).toISOString();
      const instruction = `go\n${directive({ text: "done" })}`;
      const { body } = await call(easel.url, "POST", "/api/triggers", {
        ...{ name: `Round ${round}, ${nth}`, kind: "once", instruction, at },
      });
      return body.trigger.id;
    });
    const ids = await Promise.all(making);
    // One after the other, each at some moment in which something is due.
    for (const server of [easel, other]) {
      await delay(Math.max(0, first - Date.now()) + Math.random() * 800);
      await server.kill();
      await server.start();
    }
    const runsOf = async (id: string) => {
      const { body } = await call(easel.url, "GET", `/api/triggers/${id}/runs`);
      return body.runs as { status: string; conversationId: string }[];
    };
    // A run that died with its server is taken up when its lease is over, work of a queue when its worker is missed.
    await expect
      .poll(
        async () => (await Promise.all(ids.map(runsOf))).map((runs) => runs.map(({ status }) => status)),
        {
          timeout: 45_000,
          intervals: [250],
        },
      )
      .toEqual(ids.map(() => ["completed"]));
    for (const id of ids) {
      const [run] = await runsOf(id);
      const { body } = await call(easel.url, "GET", `/api/conversations/${run?.conversationId}`);
      expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(["user", "assistant"]);
      await call(easel.url, "DELETE", `/api/triggers/${id}`);
    }
  });
}
