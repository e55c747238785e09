import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

export const WIDTH = 600;
export const HEIGHT = 400;

/** Returns a PNG of a sun over hills. The same words give the same image. */
export function image(seed: string): Buffer {
  const [hue = 0, height = 0, place = 0] = createHash("sha1").update(seed).digest();
  const at = { x: WIDTH * (0.2 + (0.6 * place) / 255), y: HEIGHT * (0.2 + (0.25 * height) / 255) };
  const rows = Buffer.alloc(HEIGHT * (1 + WIDTH * 3));
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const hill = HEIGHT * (0.7 + 0.08 * Math.sin((x + place) / 70) + 0.04 * Math.sin((x + hue) / 23));
      const isSun = (x - at.x) ** 2 + (y - at.y) ** 2 < 42 ** 2;
      const light = y > hill ? 0.32 + 0.1 * (y / HEIGHT) : isSun ? 0.93 : 0.62 + 0.22 * (y / HEIGHT);
      rows.set(colour((hue / 255) * 360 + (y > hill ? 140 : 0), light), y * (1 + WIDTH * 3) + 1 + x * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

function colour(hue: number, light: number): number[] {
  const span = 0.45 * Math.min(light, 1 - light);
  return [0, 8, 4].map((n) => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (light - span * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  });
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
