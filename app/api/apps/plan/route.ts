import { planApp } from "@/lib/agent/apps/source";
import { route, routes } from "@/lib/platform/http/route";
import { appSource } from "@/lib/shared/apps/contract";

/** The queries, tables and state that a component uses, before it is published. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: route(
    {
      agent: true,
      right: "own",
      body: appSource,
      conversation: ({ body }) => (body.kind === "surface" ? body.conversation : undefined),
    },
    ({ agentId, body }) => planApp(agentId, body),
  ),
});
