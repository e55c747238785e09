import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";

type Files = Record<string, string>;

/**
 * Starts a registry for npm (`/npm/`) and JSR (`/jsr/`) on loopback. It has version 1.0.0 of the given
 * packages, whose entry is `index.js` (npm) or `mod.ts` (JSR). `asked` lists the requested paths.
 */
export async function fakeRegistry(packages: { npm: Record<string, Files>; jsr: Record<string, Files> }) {
  const asked: string[] = [];
  const answers = new Map<string, string | Buffer>();
  const server = createServer(({ url = "" }, response) => {
    asked.push(url);
    const body = answers.get(decodeURIComponent(url));
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const base = `http://localhost:${(server.address() as AddressInfo).port}`;
  for (const [name, files] of Object.entries(packages.npm)) {
    const tarball = await tarballOf({ "package.json": JSON.stringify({ name, version: "1.0.0" }), ...files });
    const at = `/npm/${name}/-/${name}-1.0.0.tgz`;
    answers.set(at, tarball);
    const dist = { tarball: base + at, integrity: `sha512-${hash("sha512", tarball, "base64")}` };
    const versions = { "1.0.0": { name, version: "1.0.0", dist } };
    answers.set(`/npm/${name}`, JSON.stringify({ name, "dist-tags": { latest: "1.0.0" }, versions }));
  }
  for (const [name, files] of Object.entries(packages.jsr)) {
    const manifest = Object.fromEntries(
      Object.entries(files).map(([path, text]) => {
        answers.set(`/jsr/${name}/1.0.0/${path}`, text);
        return [`/${path}`, { size: text.length, checksum: `sha256-${hash("sha256", text, "hex")}` }];
      }),
    );
    answers.set(`/jsr/${name}/meta.json`, JSON.stringify({ latest: "1.0.0", versions: { "1.0.0": {} } }));
    answers.set(`/jsr/${name}/1.0.0_meta.json`, JSON.stringify({ manifest, exports: { ".": "./mod.ts" } }));
  }
  return {
    asked,
    registries: { npm: `${base}/npm/`, jsr: `${base}/jsr/` },
    close: () => server.close(),
  };
}

const hash = (kind: string, what: string | Buffer, encoding: "hex" | "base64"): string =>
  createHash(kind).update(what).digest(encoding);

async function tarballOf(files: Files): Promise<Buffer> {
  const archive = pack();
  for (const [name, text] of Object.entries(files)) archive.entry({ name: `package/${name}` }, text);
  archive.finalize();
  return gzipSync(await buffer(archive));
}
