import { route, routes } from "@/lib/http/route";
import { readHealth } from "./health";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ public: true }, async () => {
    const health = await readHealth();
    return Response.json(health, {
      status: health.status === "ok" ? 200 : 503,
      headers: { "cache-control": "no-store" },
    });
  }),
});
