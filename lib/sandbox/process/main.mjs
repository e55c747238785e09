// The process in which sandboxes live. It is forked as it is, knows no secret, and is killed whenever in doubt.
import { startRuns } from "./runs.mjs";

// Isolates run on threads of their own, which an orderly exit would wait for.
const die = () => process.kill(process.pid, "SIGKILL");
const send = (message) => process.connected && process.send(message);

process.on("disconnect", die);
// A terminal signals the whole group, but it is the server that ends this process.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});

try {
  const { default: ivm } = await import("isolated-vm");
  process.once("message", ({ script, memoryMb }) => {
    const runs = startRuns(ivm, { script, memoryMb, send });
    process.on("message", (message) => {
      if (message.type === "run") runs.begin(message);
      if (message.type === "answer") runs.answer(message);
    });
    send({ type: "ready" });
  });
  send({ type: "loaded" });
} catch (error) {
  send({ type: "broken", message: String(error?.message ?? error) });
}
