export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE === "phase-production-build") return;
  const { startTelemetry } = await import("@/lib/ground/telemetry/start");
  await startTelemetry();
  const { keeper } = await import("@/lib/agent/loop/keeper");
  const { startJobs } = await import("@/lib/agent/background/start");
  startJobs();
  const { startMcp } = await import("@/lib/tools/mcp/servers");
  startMcp();
  const { startChannels } = await import("@/lib/doors/channels/serve");
  startChannels();
  // Requests wait until the runs of a dead server are recovered.
  await keeper().recovered;
  // During development the handlers would be outdated after the first change.
  if (process.env.NODE_ENV !== "production") return;
  const { directRoutes } = await import("@/lib/platform/http/direct");
  directRoutes().set("/api/chat", await import("@/app/api/chat/route"));
  directRoutes().set("/api/chat/[id]/stream", await import("@/app/api/chat/[id]/stream/route"));
  const { scriptRoute } = await import("@/lib/agent/apps/script");
  directRoutes().set("/p/[slug]/script", { GET: scriptRoute(true) });
}
