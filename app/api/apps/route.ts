import { listPublishedApps, publish } from "@/lib/agent/apps/publish";
import { whyNotShared } from "@/lib/platform/access/shares";
import { route, routes } from "@/lib/platform/http/route";
import { newApp } from "@/lib/shared/apps/contract";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: route({ agent: true, right: "own" }, async ({ agentId }) => ({
    apps: await listPublishedApps(agentId),
    off: await whyNotShared(),
  })),
  /** Publishes a component as a new app, or as a new version of an app of the agent. */
  POST: route(
    {
      agent: true,
      right: "own",
      body: newApp,
      fromPage: true,
      conversation: ({ body: { source } }) => (source.kind === "surface" ? source.conversation : undefined),
    },
    async ({ agentId, member, body }) => {
      const { app, url } = await publish(agentId, member.id, body);
      return { id: app.id, slug: app.slug, version: app.version, url };
    },
  ),
});
