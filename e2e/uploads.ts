import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

export const incoming = (folder: string) => {
  const path = join(folder, "files", "incoming");
  return existsSync(path) ? readdirSync(path) : [];
};

export async function upload(
  url: string,
  name: string,
  body: string | Buffer,
  type = "application/octet-stream",
) {
  const response = await fetch(`${url}/api/files?${new URLSearchParams({ name })}`, {
    method: "POST",
    body: new Uint8Array(Buffer.from(body)),
    headers: { "content-type": type },
  });
  return { status: response.status, body: await response.json() };
}

export function begin(url: string, length: number, sent: number): Promise<() => void> {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => {});
  socket.write(
    `POST /api/files?name=half.bin HTTP/1.1\r\nhost: localhost:${port}\r\ncontent-length: ${length}\r\n\r\n`,
  );
  return new Promise((resolve) => socket.write(Buffer.alloc(sent, 7), () => resolve(() => socket.destroy())));
}
