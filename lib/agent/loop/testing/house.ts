import { afterAll, afterEach, beforeAll, expect, onTestFinished, vi } from "vitest";
import type { TestServer } from "@/e2e/mcp/test-server";
import { sql } from "@/lib/store/db";
import { addServers, mcpServerView, removeMcpServer } from "@/lib/tools/mcp/manage";
import { listServers } from "@/lib/tools/mcp/view";
import type { Toolset } from "@/lib/tools/toolsets/define";
import { type Step, scripted } from "./model";
import { call, type Played, watched } from "./own-tools";
import { newScript } from "./script";
import { stage } from "./stage";

export const load = call("load_toolset", { id: "mcp:house" });

/** Sets up a stage for a test file. Each test can connect its agent to an MCP server `house`. */
export function houseStage(tools?: readonly Toolset[]) {
  const script = newScript({}, tools);
  let scene: Awaited<ReturnType<typeof stage>>;
  beforeAll(async () => {
    vi.stubEnv("EASEL_EGRESS_ALLOW", "127.0.0.1");
    scene = await stage(script.equipment);
  });
  afterAll(() => scene.close());
  afterEach(async () => {
    for (const { id } of await listServers(scene.agentId)) await removeMcpServer(scene.agentId, id);
    await sql()`with shared as (delete from workspace_settings) delete from settings`;
  });
  const isConnected = async () =>
    expect((await mcpServerView(scene.agentId, "house")).status).toBe("connected");
  return {
    get agentId() {
      return scene.agentId;
    },
    equipment: script.equipment,
    isConnected,
    play(...steps: Played[]) {
      const { model, ...watch } = watched(...steps);
      script.model = model;
      return { ...scene.conversation(), ...watch };
    },
    playSteps(...steps: Step[]) {
      script.model = scripted(steps).model;
      return scene.conversation();
    },
    async connect<S extends Pick<TestServer, "url" | "close">>(server: S): Promise<S> {
      onTestFinished(() => server.close());
      await addServers(scene.agentId, [{ id: "house", title: "House", url: server.url }]);
      await vi.waitFor(isConnected);
      return server;
    },
  };
}
