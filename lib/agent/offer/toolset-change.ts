import type { Mode, Policy } from "@/lib/shared/modes";
import { OWN } from "@/lib/shared/tools/view";
import { changeSettings, type SettingKey, toolKey } from "@/lib/store/agents/change-settings";
import type { Settings } from "@/lib/store/agents/settings";
import type { Toolset } from "@/lib/tools/toolsets/define";

type ToolsetChange = {
  mode?: Mode;
  instructions?: string;
  /** Null restores the default `ask`. */
  afterWeb?: Policy | null;
  /** For programs: allow importing packages. */
  packages?: boolean;
  enabled?: boolean;
  /** Resets mode, policies, limits and switches to the defaults. Keeps the user's instructions. */
  reset?: true;
};

/**
 * Changes the settings of a toolset and of all its tools in one statement. Applies a reset before the other
 * changes.
 */
export async function changeToolsetMode(
  agentId: string,
  { id, tools }: Toolset,
  settings: Settings,
  { enabled, reset, ...change }: ToolsetChange,
): Promise<void> {
  const changes: Partial<Record<SettingKey, object>> = {};
  const set = (key: SettingKey, value: object) => {
    changes[key] = { ...changes[key], ...value };
  };
  if (reset) {
    if (settings.toolsets[id])
      set(`toolset:${id}`, { mode: null, afterWeb: null, packages: null, trusted: null });
    for (const [name, { served }] of Object.entries(tools)) {
      if (!settings.tools[name]) continue;
      // For a tool of an MCP server, `version` is the version that the user accepted, so keep it.
      set(toolKey(name), {
        policy: null,
        enabled: null,
        afterWeb: null,
        timeoutSeconds: null,
        rateLimit: null,
        ...(!served && { version: null }),
      });
    }
  }
  if (Object.values(change).some((value) => value !== undefined)) set(`toolset:${id}`, change);
  // The on/off state of an agent-made tool is stored with the tool itself.
  if (enabled !== undefined && id !== OWN)
    for (const name of Object.keys(tools)) set(toolKey(name), { enabled });
  if (Object.keys(changes).length > 0) await changeSettings(agentId, changes);
}
