import { createServer, request } from "node:http";
import { removeDataFolder } from "../lib/store/embedded/testing/remove.ts";
import { Talk } from "./api.ts";
import { newDataFolder } from "./data-folder.ts";
import { expect, modelOf, test } from "./fixtures.ts";
import { Workspace } from "./page.ts";
import { EaselServer } from "./server.ts";

const APP = "easel.test";
const WILDCARD = "*.frames.test";

/**
 * Starts a reverse proxy that keeps the Host header, as in front of a real Easel. The browser uses it as its
 * proxy, so that the names need not resolve.
 */
async function startProxy(target: () => number) {
  const hosts = new Set<string>();
  const server = createServer((asked, reply) => {
    hosts.add(asked.headers.host ?? "");
    const { method, url, headers } = asked;
    const path = url?.replace(/^http:\/\/[^/]+/, "");
    const onward = request({ host: "127.0.0.1", port: target(), method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    onward.on("error", () => reply.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port is free");
  return { port: address.port, hosts, close: () => server.closeAllConnections() ?? server.close() };
}

const code = `export default function Board() {
  const [n, setN] = useState(0);
  return <Button onClick={() => setN(n + 1)}>Pressed {n}</Button>;
}`;

test("behind a proxy, each component has a separate host name under the wildcard", { tag: "@long" }, async ({
  provider,
  browser,
}) => {
  test.setTimeout(240_000);
  const folder = newDataFolder();
  let port = 0;
  const proxy = await startProxy(() => port);
  const origin = `http://${APP}:${proxy.port}`;
  const easel = await EaselServer.start({
    EASEL_DATA_DIR: folder,
    EASEL_ORIGIN: origin,
    EASEL_SANDBOX_HOST: WILDCARD,
    ...modelOf(provider),
  });
  port = easel.port;
  const context = await browser.newContext({
    proxy: { server: `http://127.0.0.1:${proxy.port}` },
    viewport: { width: 2200, height: 1000 },
  });
  try {
    const talk = new Talk(easel.url);
    const piece = (title: string) => ({ tool: "render_and_wait", input: { code, title } });
    await talk.say("Show both", { tools: [piece("First"), piece("Second")] });
    await talk.until("waiting");
    const page = await context.newPage();
    const workspace = await Workspace.open(page, `${origin}/chat/${talk.id}`);
    for (const title of ["First", "Second"]) {
      const frame = workspace.sheet(title).frameLocator("iframe");
      await frame.getByRole("button", { name: "Pressed 0" }).click();
      await expect(frame.getByText("Pressed 1")).toBeVisible();
    }
    const names = page
      .frames()
      .flatMap((frame) => (frame.url().includes("/sandbox") ? new URL(frame.url()).hostname : []));
    expect(names.every((name) => /^s-[a-z0-9-]+\.frames\.test$/.test(name))).toBe(true);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(1);

    // These hosts serve only the frame's document and runtime, and nothing of the app.
    const status = (host: string, path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = {
          host: "127.0.0.1",
          port: proxy.port,
          path,
          headers: { host: `${host}:${proxy.port}` },
        };
        request(options, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on("error", reject)
          .end();
      });
    expect(await status(names[0] ?? "", "/sandbox")).toBe(200);
    expect(await status(names[0] ?? "", "/api/conversations")).toBe(421);
    expect(await status("s-a.elsewhere.test", "/sandbox")).toBe(421);
  } finally {
    await context.close();
    await easel.stop();
    proxy.close();
    removeDataFolder(folder);
  }
});
