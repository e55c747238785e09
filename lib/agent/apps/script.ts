import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { readScript } from "@/lib/store/apps/apps";
import { gone, requireVisit } from "./visit";

/** Responds with the script of the version that visitors get now. */
export async function scriptOfApp(slug: string, request: Request, version: number): Promise<Response> {
  const visit = await requireVisit(slug, request);
  const script = version === visit.version.number ? await readScript(visit.app.id, version) : null;
  if (!script) throw gone();
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "private, max-age=31536000, immutable",
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
  };
  const takesBrotli = /\bbr\b/.test(request.headers.get("accept-encoding") ?? "");
  if (takesBrotli)
    return new Response(new Uint8Array(script), { headers: { ...headers, "content-encoding": "br" } });
  return new Response(new Uint8Array(await promisify(brotliDecompress)(script)), { headers });
}
