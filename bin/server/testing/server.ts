import { setTimeout as sleep } from "node:timers/promises";
import { createFront } from "../http.ts";
import { listen } from "../listen.ts";
import { closeServer, prepareShutdown } from "../shutdown.ts";

// The HTTP server around a test app without a build. The app's paths report the request, respond slowly,
// stream, or crash.
const { onExit, exit } = prepareShutdown((line) => console.log(line));
const front = createFront({ dev: false });

try {
  const port = await listen(front.server, "127.0.0.1", Number(process.argv[2] ?? 0));
  onExit(() => console.log("closed"));
  onExit(() => closeServer(front));
  front.open({ host: "127.0.0.1", port }, async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    if (pathname === "/throws") throw new Error("a secret reason");
    if (pathname === "/crash") setImmediate(() => Promise.reject(new Error("unhandled")));
    if (pathname === "/fatal") setTimeout(() => JSON.parse("{"), 10);
    if (pathname === "/stream") {
      response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
      return;
    }
    if (pathname === "/slow") {
      console.log("slow");
      await sleep(300);
    }
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ url: request.url, headers: request.headers }));
  });
  console.log(`port ${port}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await exit(1);
}
