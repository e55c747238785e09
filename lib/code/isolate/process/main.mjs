// The main module of a sandbox process. The process has no secrets, and the server kills it whenever it
// behaves unexpectedly.
import { broken, ready, send } from "../../../ground/processes/process/child.mjs";
import { Runs } from "./runs.mjs";

try {
  const { default: ivm } = await import("isolated-vm");
  process.once("message", ({ script, memoryMb }) => {
    const runs = new Runs(ivm, { script, memoryMb, send });
    process.on("message", (message) => {
      if (message.type === "run") runs.begin(message);
      if (message.type === "answer") runs.answer(message);
    });
    ready();
  });
} catch (error) {
  broken(error);
}
