import { once } from "node:events";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { Wire } from "./wire";

const TEXT = 'data: {"text":"Größe 👩‍👩‍👧 日本語"}\n\n'.repeat(40);
const BYTES = Buffer.from(TEXT);

async function pieces(write: (wire: Wire) => void) {
  const server = createServer((_, response) => {
    const wire = new Wire(response);
    wire.head({});
    write(wire);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const request = get({ port, host: "127.0.0.1" });
  const [response] = await once(request, "response");
  const parts: Buffer[] = [];
  response.on("data", (part: Buffer) => parts.push(part));
  // `once` rejects if the server breaks the connection. The test still checks the chunks that arrived before.
  await once(response, "close").catch(() => {});
  server.close();
  return { parts, whole: Buffer.concat(parts), isComplete: response.complete as boolean };
}

const events = (wire: Wire) => {
  for (const event of TEXT.match(/data.*\n\n/g) ?? []) wire.write(event);
};

test("sends the bytes unchanged", async () => {
  const { whole, isComplete } = await pieces((wire) => {
    events(wire);
    wire.end();
  });
  expect([whole.equals(BYTES), isComplete]).toEqual([true, true]);
});

test("splits the same bytes into chunks chosen by a seed, also inside characters and delimiters", async () => {
  const play = (seed: number) =>
    pieces((wire) => {
      wire.split(seed);
      events(wire);
      wire.end();
    });
  const borders: number[] = [];
  for (const seed of [1, 2, 3, 4, 5]) {
    const { parts, whole, isComplete } = await play(seed);
    expect([whole.equals(BYTES), isComplete]).toEqual([true, true]);
    for (const at of parts.keys()) borders.push(Buffer.concat(parts.slice(0, at + 1)).length);
  }
  expect(borders.some((at) => ((BYTES[at] ?? 0) & 0xc0) === 0x80)).toBe(true);
  expect(borders.some((at) => BYTES[at - 1] === 10 && BYTES[at] === 10)).toBe(true);
  expect((await play(1)).parts.length).toBe((await play(1)).parts.length);
});

test.each([0, 1, 17, BYTES.length - 1])(
  "sends exactly %i bytes before a cut, without the end",
  async (at) => {
    for (const split of [undefined, 9]) {
      const { whole, isComplete } = await pieces((wire) => {
        if (split !== undefined) wire.split(split);
        wire.cutAt(at);
        events(wire);
        wire.end();
      });
      expect([whole.equals(BYTES.subarray(0, at)), isComplete]).toEqual([true, false]);
    }
  },
);
