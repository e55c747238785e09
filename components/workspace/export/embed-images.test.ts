import { expect, it, vi } from "vitest";
import { embedImages } from "./embed-images";
import { Image } from "./image";
import { html } from "./pieces";

const URL_A = "/api/files/7b1b1f0e-6f3c-4a9e-9a37-1f4b2b3c4d5e";
const URL_B = "/api/files/7b1b1f0e-6f3c-4a9e-9a37-000000000000";

async function* each(...pieces: string[]) {
  yield* pieces;
}

it("embedImages replaces stored images with data URLs, each read once, or with their alt texts", async () => {
  const load = vi.fn(async (url: string) => (url === URL_A ? "data:image/png;base64,AAAA" : undefined));
  const written = [html(Image({ url: URL_A, alt: "A fox" })), html(Image({ url: URL_B, alt: "Gone" }))];
  const pieces = await Array.fromAsync(embedImages(each(...written, ...written), load));
  expect(pieces[0]).toBe('<img src="data:image/png;base64,AAAA" alt="A fox"/>');
  expect(pieces[1]).toBe('<img alt="Gone"/>');
  expect(load).toHaveBeenCalledTimes(2);
});

it("embedImages leaves text that looks like an image unchanged", async () => {
  const load = vi.fn(async () => "data:image/png;base64,AAAA");
  const text = html(` src="${URL_A}"`);
  expect(await Array.fromAsync(embedImages(each(text), load))).toEqual([text]);
  expect(load).not.toHaveBeenCalled();
});
