import { scriptRoute } from "@/lib/agent/apps/script";
import { routes } from "@/lib/platform/http/route";

/** The component of an app, with the modules that it uses. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: scriptRoute(false) });
