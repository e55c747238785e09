import { startWatch } from "./watch.mjs";

// Common code of all confined Node processes. The process ends when the server ends, and ignores signals from
// the terminal.

/** Settings from the server; `server` is its pid. */
export const settings = JSON.parse(process.argv[2]);

// SIGKILL, because `process.exit` would wait for busy threads and isolates.
const die = () => process.kill(process.pid, "SIGKILL");
process.on("disconnect", die);
if (!process.connected) die();
// A terminal signals the whole process group, including the server, which ends this process itself.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

/** Resolves once the operating system has the message. */
export const send = (message) =>
  new Promise((resolve) => (process.connected ? process.send(message, resolve) : resolve()));

export const ready = () => send({ type: "ready" });

export const broken = (error, code = null) =>
  send({ type: "broken", message: String(error?.message ?? error), code });

/** Answers requests one at a time with the result of `answer`, monitored by a watch. */
export async function serve(answer) {
  const watch = await startWatch(settings);
  process.on("message", async (request) => {
    watch.begin();
    const answered = await answer(request);
    watch.end();
    send(answered);
  });
  ready();
}
