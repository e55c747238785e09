import { LRUCache } from "lru-cache";
import { singleton } from "@/lib/ground/base/process";
import type { AppRow } from "@/lib/store/apps/apps";
import { requireVisit } from "./visit";

/** Sizes of PNG icons in pixels. iOS takes no SVG for the home screen, and rounds the corners itself. */
export const APPLE = 180;
export const ICON_SIZES = [APPLE, 192, 512] as const;
const HUES = 360;
const MAX_CACHED = 100;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (one) => ENTITIES[one] ?? "");

/** Responds with an icon that has the first letter of the title: a PNG of a size, or an SVG. */
export async function iconOfApp(slug: string, request: Request, size: number | undefined): Promise<Response> {
  const { app } = await requireVisit(slug, request);
  const png = size === undefined ? null : await pngOf(app, size);
  return new Response(png ? new Uint8Array(png) : iconOf(app), {
    headers: {
      "content-type": png ? "image/png" : "image/svg+xml",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "cache-control": "private, max-age=3600",
    },
  });
}

type Iconic = Pick<AppRow, "id" | "title">;

function iconOf({ title, id }: Iconic, isSquare = false): string {
  const [letter = "A"] = title.trim();
  const hue = [...id].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % HUES, 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="${isSquare ? 0 : 112}" fill="hsl(${hue}, 55%, 42%)"/><text x="256" y="356" fill="#fff" font-family="ui-sans-serif,system-ui,sans-serif" font-size="280" font-weight="600" text-anchor="middle">${escaped(letter.toUpperCase())}</text></svg>`;
}

/** Returns null on a platform without sharp. */
async function pngOf(app: Iconic, size: number): Promise<Buffer | null> {
  const cache = singleton("app icons", () => new LRUCache<string, Buffer>({ max: MAX_CACHED }));
  const key = `${app.id} ${size} ${app.title}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const sharp = await import("sharp").then(
    (module) => module.default,
    () => null,
  );
  if (!sharp) return null;
  const png = await sharp(Buffer.from(iconOf(app, size === APPLE)))
    .resize(size, size)
    .png()
    .toBuffer();
  cache.set(key, png);
  return png;
}
