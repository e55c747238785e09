import type { Mode, Policy } from "@/lib/shared/modes";
import { OWN } from "@/lib/shared/tools/view";
import { changeSettings, type SettingKey, toolKey } from "@/lib/store/agents/change-settings";
import type { Settings } from "@/lib/store/agents/settings";
import type { Toolset } from "@/lib/tools/toolsets/define";

type ToolsetChange = {
  mode?: Mode;
  instructions?: string;
  /** Null: as it was, they ask. */
  afterWeb?: Policy | null;
  /** Of programs: whether they may import packages. */
  packages?: boolean;
  /** Of all its tools. */
  enabled?: boolean;
  /** Brings mode, policies, limits and switches back to what they were at first; the person's words stay. */
  reset?: true;
};

/** Changes what is set for a toolset and for all its tools, in one statement; what it resets it does before the rest. */
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
    if (settings.toolsets[id]) set(`toolset:${id}`, { mode: null, afterWeb: null, packages: null });
    for (const [name, { served }] of Object.entries(tools)) {
      if (!settings.tools[name]) continue;
      // Of a server's tool it is the version that the person has accepted.
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
  // Whether an agent-made tool is on is kept with it.
  if (enabled !== undefined && id !== OWN)
    for (const name of Object.keys(tools)) set(toolKey(name), { enabled });
  if (Object.keys(changes).length > 0) await changeSettings(agentId, changes);
}
