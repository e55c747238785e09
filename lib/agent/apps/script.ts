import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { z } from "zod";
import { route } from "@/lib/platform/http/route";
import { readScript } from "@/lib/store/apps/apps";
import { gone, requireVisit } from "./visit";

const params = z.object({ slug: z.string() });
const query = z.object({ version: z.coerce.number().int().min(1) });

/** The route of the script. `isPacked`: sends brotli, which Next.js would send without naming it. */
export const scriptRoute = (isPacked: boolean) =>
  route({ public: true, params, query }, ({ request, params: { slug }, query: { version } }) =>
    scriptOfApp(slug, request, version, isPacked),
  );

/** Responds with the script of the version that visitors get now. */
async function scriptOfApp(
  slug: string,
  request: Request,
  version: number,
  isPacked: boolean,
): Promise<Response> {
  const visit = await requireVisit(slug, request);
  const script = version === visit.version.number ? await readScript(visit.app.id, version) : null;
  if (!script) throw gone();
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "private, max-age=31536000, immutable",
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
  };
  const takesBrotli = isPacked && /\bbr\b/.test(request.headers.get("accept-encoding") ?? "");
  if (takesBrotli)
    return new Response(new Uint8Array(script), { headers: { ...headers, "content-encoding": "br" } });
  return new Response(new Uint8Array(await promisify(brotliDecompress)(script)), { headers });
}
