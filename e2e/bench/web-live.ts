import { readFileSync } from "node:fs";
import { Talk } from "../api.ts";
import { html } from "../web/serve.ts";
import { startSite } from "../web/site.ts";
import { cpuMs, descendants, type Server } from "./processes.ts";
import type { Row } from "./report.ts";

const SECONDS = 5;
/** A page that changes as much as possible: text that moves sixty times a second. */
const MOVES = html(
  "Moves",
  `<pre id=text style="font-size:20px"></pre><script>
    let n = 0;
    const move = () => { text.textContent = ('Line ' + n++ + ' of what goes on here. '.repeat(3) + '\\n').repeat(30); requestAnimationFrame(move); };
    move();
  </script>`,
);

/**
 * Measures the live view of a page that changes all the time: images a second, and the CPU share of the
 * server and Chromium with a viewer (`easel`) and without (`bare`).
 */
export async function webLiveRows({ url, pid }: Server): Promise<Row[]> {
  const site = await startSite({ moves: { body: MOVES } });
  const talk = new Talk(url);
  try {
    const calls = [
      { tool: "load_toolset", input: { id: "browser" } },
      { tool: "browser_navigate", input: { url: `${site.url}/moves` } },
    ];
    await (await talk.say("Open it", ...calls, { text: "It is open." })).text();
    const chromium = descendants(pid).filter(isChromium);
    if (chromium.length === 0) throw new Error("No browser was opened");
    const withoutViewer = await share(pid, chromium, () => pause(SECONDS));
    const viewer = await watch(`${url}/api/browser/${talk.id}/live`);
    const one = await share(pid, chromium, () => pause(SECONDS));
    const frames = viewer.leave();
    return [
      { name: "live view, pictures a second", easel: frames.count / frames.seconds },
      { name: "live view, KB a picture", easel: frames.bytes / frames.count / 1_000 },
      { name: "live view, server, % of a core", bare: withoutViewer.server, easel: one.server },
      { name: "live view, Chromium, % of a core", bare: withoutViewer.chromium, easel: one.chromium },
    ];
  } finally {
    await fetch(`${url}/api/conversations/${talk.id}`, { method: "DELETE" });
    await site.close();
  }
}

const isChromium = (pid: number) => /chrom/i.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
const pause = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1_000));

/** Returns the share of a core, in percent, that the server and Chromium use during `work`. */
async function share(server: number, chromium: readonly number[], work: () => Promise<unknown>) {
  const all = () => chromium.reduce((sum, pid) => sum + cpuMs(pid), 0);
  const before = { server: cpuMs(server), chromium: all(), at: performance.now() };
  await work();
  const ms = performance.now() - before.at;
  return {
    server: (100 * (cpuMs(server) - before.server)) / ms,
    chromium: (100 * (all() - before.chromium)) / ms,
  };
}

async function watch(url: string) {
  const left = new AbortController();
  const { body } = await fetch(url, { signal: left.signal });
  if (!body) throw new Error("There is no live view");
  let [count, bytes] = [0, 0];
  const first = Promise.withResolvers<number>();
  const reading = (async () => {
    let rest = "";
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const events = (rest + text).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events.filter((each) => each.startsWith("event: frame"))) {
        count++;
        bytes += event.length * 0.75;
        first.resolve(performance.now());
      }
    }
  })().catch(() => {});
  const began = await first.promise;
  return {
    leave() {
      left.abort();
      void reading;
      return { count, bytes, seconds: (performance.now() - began) / 1_000 };
    },
  };
}
