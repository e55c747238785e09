import { readFileSync } from "node:fs";
import { removeDataFolder } from "../lib/store/embedded/testing/remove.ts";
import { hears, Talk, written } from "./api.ts";
import { call } from "./call.ts";
import { emptyDataFolder } from "./data-folder.ts";
import { expect, modelOf, test } from "./fixtures.ts";
import { EaselServer } from "./server.ts";

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);

test("npm start starts a server that was killed again: its runs go on, and health says what happened", async ({
  provider,
}) => {
  // A database is made, and the server starts twice.
  test.setTimeout(180_000);
  const own = emptyDataFolder("e2e-restart");
  const easel = await EaselServer.start({ EASEL_DATA_DIR: own, ...modelOf(provider) }, "start.mjs");
  try {
    expect((await call(easel.url, "GET", "/api/health")).body.restart).toBeNull();
    const talk = new Talk(easel.url);
    await hears(await talk.say("go", [{ text: "alpha " }, { gate: talk.id, text: "beta" }]), "alpha");
    const [server = 0] = childrenOf(easel.pid);
    process.kill(server, "SIGKILL");
    await provider.log.until({ containing: talk.id, atLeast: 2, timeoutMs: 30_000 });
    provider.gates.open(talk.id);
    await expect(async () => {
      const { body } = await call(easel.url, "GET", "/api/health");
      expect(body.restart).toMatchObject({ reason: "it was ended by SIGKILL" });
    }).toPass({ timeout: 30_000 });
    const { messages } = await talk.until("completed");
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(written(messages[1] ?? { parts: [] })).toBe("alpha beta");
    expect(easel.said.filter((line) => line.includes("ready at"))).toHaveLength(2);
  } finally {
    await easel.stop();
    removeDataFolder(own);
  }
});
