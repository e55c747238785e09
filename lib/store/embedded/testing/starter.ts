import { launch } from "../launch.ts";

const say = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`);

// Starts a server, reports the result as JSON lines, and leaves the server when its input ends.
try {
  const { stop, ...server } = await launch({ dataDir: process.argv[2] ?? "", log: (line) => say({ line }) });
  say({ server });
  process.stdin.resume().on("end", async () => {
    await stop();
    process.exit();
  });
} catch (error) {
  say({ failure: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
