import { launch } from "./processes.ts";
import type { Row } from "./report.ts";

/**
 * Measures how soon a message to a bot is answered, alone and among 1,000 at once. Telegram accepts 30
 * messages a second from a bot.
 */
export async function channelRows(env: Record<string, string>): Promise<Row[]> {
  const measured = await launch({
    args: ["--import", "./e2e/bench/alias.mjs", "e2e/bench/channels-calls.ts"],
    env,
    ready: /^figures (\{.*\})$/,
    timeoutMs: 900_000,
  });
  await measured.stop();
  const figures: Record<string, number> = JSON.parse(measured.url);
  return Object.entries(figures).map(([name, easel]) => ({ name: `channels, ${name}`, easel }));
}
