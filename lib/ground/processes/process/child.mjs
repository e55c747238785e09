import { startWatch } from "./watch.mjs";

// What all confined Node processes have in common: each ends with its server, and its server alone ends it.

/** What the server has to say to the process at its start; `server` is the server's pid. */
export const settings = JSON.parse(process.argv[2]);

// Threads and isolates may be busy, and an orderly exit would wait for them.
const die = () => process.kill(process.pid, "SIGKILL");
process.on("disconnect", die);
if (!process.connected) die();
// A terminal signals the whole group, the server as well.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

/** Resolves when it is on its way. */
export const send = (message) =>
  new Promise((resolve) => (process.connected ? process.send(message, resolve) : resolve()));

export const ready = () => send({ type: "ready" });

/** It will never be ready. */
export const broken = (error, code = null) =>
  send({ type: "broken", message: String(error?.message ?? error), code });

/** Answers one request after the other with what `answer` makes of it, while a watch looks on. */
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
