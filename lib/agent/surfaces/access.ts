import {
  afterWebOf,
  modeOf,
  policies,
  rewrittenOf,
  toolSettingOf,
  toolVersionOf,
} from "@/lib/agent/offer/toolset";
import { usesOfBundle } from "@/lib/code/components/uses";
import { type Access, grantKey, type Use, type UseState } from "@/lib/shared/components/access";
import { AppError } from "@/lib/shared/errors";
import type { Policy } from "@/lib/shared/modes";
import { joined } from "@/lib/shared/origins";
import { parsePermission } from "@/lib/shared/tools/permission";
import { readSettings, type Settings } from "@/lib/store/agents/settings";
import {
  changeGrants,
  type Grants,
  type OnSurface,
  readGrants,
  readOnSurface,
} from "@/lib/store/conversations/component-grants";
import { isDeed, libraryName, readLibrarySurface } from "@/lib/store/conversations/library-surfaces";
import type { SurfaceId } from "@/lib/store/conversations/surfaces";
import { read } from "@/lib/store/data/files";
import { type Catalog, catalog as standard } from "@/lib/tools/toolsets/catalog";
import { type Found, findTool } from "@/lib/tools/toolsets/index";

/**
 * Returns the component on a surface, from a call or from the library. Throws an `AppError` `not_found` if
 * there is none.
 */
export async function componentOnSurface(id: SurfaceId): Promise<OnSurface> {
  const name = libraryName(id);
  const surface = await (name === undefined ? readOnSurface(id) : readLibrarySurface(id, name));
  if (!surface) throw new AppError("not_found", "This surface has no component.");
  return surface;
}

export type SurfaceAccess = {
  sheet: OnSurface;
  catalog: Catalog;
  settings: Settings;
  uses: Use[];
  open: Use["kind"][];
  grants: Grants | null;
  /** The grants that are valid for the current version. The value is the version of the granted tool. */
  granted: Readonly<Record<string, number>>;
  isWider: boolean;
  readWeb: string[];
};

const MAX_GRANTS = 200;

export async function readSurfaceAccess(surface: OnSurface, catalog: Catalog): Promise<SurfaceAccess> {
  const [{ uses, open }, grants, settings] = await Promise.all([
    usesOfBundle(surface.shown.bundle),
    readGrants(surface),
    readSettings(surface.id.agentId),
  ]);
  const granted = grants && areGrantsValid(grants, surface, wantsOf({ uses, open })) ? grants.granted : {};
  const isWider = grants !== null && Object.keys(grants.granted).length > 0 && granted !== grants.granted;
  const readWeb = joined(surface.readWeb, grants?.readWeb ?? []);
  return { sheet: surface, catalog, settings, uses, open, grants, granted, isWider, readWeb };
}

/**
 * Returns true if the grants are valid for this version: it is the one that was granted, or it has no
 * additional uses and no web text could have influenced it.
 */
function areGrantsValid(grants: Grants, { shown, readWeb }: OnSurface, wants: readonly string[]): boolean {
  if (grants.bundle === shown.bundle) return true;
  const approvedKeys = new Set([...grants.wants, ...Object.keys(grants.granted)]);
  return readWeb.length === 0 && wants.every((want) => approvedKeys.has(want));
}

const wantsOf = ({ uses, open }: Pick<SurfaceAccess, "uses" | "open">): string[] => [
  ...uses.map(grantKey),
  ...open.map((kind) => `${kind}:*`),
];

/** Returns whether the component may do this now. A tool's grant ends when the tool is rewritten. */
export async function stateOfUse(use: Use, access: SurfaceAccess): Promise<UseState> {
  const { catalog, settings, sheet: surface, granted, grants, readWeb } = access;
  const key = grantKey(use);
  const isGranted = Object.hasOwn(granted, key);
  if (use.kind === "file" || use.kind === "model") return isGranted ? "granted" : "asks";
  if (use.kind === "tool") {
    const found = await catalog.find(surface.id.agentId, use.name);
    if (!found || policyOf(found, settings, surface).policy === "deny") return "denied";
    return isGranted && (granted[key] ?? 0) >= rewrittenOf(found.tool) ? "granted" : "asks";
  }
  const database = findTool("db_sql");
  const { policy, afterWeb } = database
    ? policyOf(database, settings, surface)
    : { policy: "deny" as const, afterWeb: "deny" as const };
  if (policy === "deny") return "denied";
  if (use.kind === "table")
    return readWeb.length > 0 && afterWeb === "deny" ? "denied" : isGranted ? "granted" : "asks";
  if (grants?.refused.includes(key)) return "refused";
  return policy === "allow" || isGranted ? "granted" : "asks";
}

/** Returns the user's policies for a tool. A tool that is off has `deny`. */
export function policyOf(
  { name, tool, toolset }: Found,
  settings: Settings,
  { approvedTools }: Pick<OnSurface, "approvedTools">,
): { policy: Policy; afterWeb: Policy } {
  const isOff =
    modeOf(toolset, settings) === "off" ||
    !toolSettingOf(name, tool, settings).enabled ||
    tool.problem !== undefined ||
    Boolean(toolset.lacks?.(settings)) ||
    Boolean(tool.lacks?.(settings));
  if (isOff) return { policy: "deny", afterWeb: afterWebOf(toolset, settings) };
  return policies(name, tool, toolset, settings, approvedTools.map(parsePermission));
}

/**
 * Returns all uses of a component, both those named in its code and those granted otherwise, with their
 * states.
 */
export async function accessOf(surface: OnSurface, catalog: Catalog = standard): Promise<Access> {
  const access = await readSurfaceAccess(surface, catalog);
  const { uses, open, granted, isWider, readWeb } = access;
  const all = new Map(uses.map((use) => [grantKey(use), use]));
  for (const key of Object.keys(granted)) if (!all.has(key) && !isDeed(key)) all.set(key, grantOf(key));
  const inOrder = [...all.values()].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  return {
    uses: await Promise.all(
      inOrder.map(async (use) => ({
        use,
        state: await stateOfUse(use, access),
        label: await labelOf(use, surface.id.agentId),
      })),
    ),
    ...{ open, isWider, readWeb },
  };
}

const KINDS: readonly Use["kind"][] = ["query", "table", "tool", "file", "model"];

const grantOf = (key: string): Use => {
  const colon = key.indexOf(":");
  if (colon < 0) return { kind: key === "model" ? "model" : "query" };
  return { kind: key.slice(0, colon) as "table" | "tool" | "file", name: key.slice(colon + 1) };
};

/** Completes the sentence "May this surface …". */
async function labelOf(use: Use, agentId: string): Promise<string> {
  if (use.kind === "query") return "read the database";
  if (use.kind === "model") return "ask the model, which costs tokens";
  if (use.kind === "table") return `change the table ${use.name}`;
  if (use.kind === "tool") return `use the tool ${use.name}`;
  const file = await read(agentId, use.name).catch(() => undefined);
  return file ? `read the file ${file.name}` : "read a file that no longer exists";
}

export async function changeAccess(
  surface: OnSurface,
  { grant = [], revoke = [] }: { grant?: readonly Use[]; revoke?: readonly Use[] },
  catalog: Catalog = standard,
): Promise<Access> {
  const access = await readSurfaceAccess(surface, catalog);
  const { agentId } = surface.id;
  const added: Record<string, number> = {};
  for (const use of grant) {
    const state = await stateOfUse(use, access);
    if (state === "denied") throw denied(use);
    const found = use.kind === "tool" ? await catalog.find(agentId, use.name) : undefined;
    added[grantKey(use)] = (found && toolVersionOf(found.tool)) ?? 0;
  }
  const wants = wantsOf(access);
  const gone = new Set(revoke.map(grantKey));
  await changeGrants(surface, (now) => {
    const before = now && areGrantsValid(now, surface, wants) ? now.granted : {};
    const granted = Object.fromEntries(
      Object.entries({ ...before, ...added }).filter(([key]) => !gone.has(key)),
    );
    if (Object.keys(granted).length > MAX_GRANTS)
      throw new AppError(
        "invalid",
        `A component may have at most ${MAX_GRANTS} permissions. Revoke some first.`,
      );
    // If the policy is `allow`, a query needs no grant, so removing its grant would change nothing. Record a
    // refusal as well.
    const isRefused = (gone.has("query") || now?.refused.includes("query")) && !Object.hasOwn(added, "query");
    const refused = isRefused ? ["query"] : [];
    const { bundle } = surface.shown;
    return { bundle, wants, granted, refused, readWeb: now?.readWeb ?? [] };
  });
  return accessOf(surface, catalog);
}

/** Returns true if the user must be asked first. Throws if the use is denied. */
export async function surfaceHasToAsk(use: Use, access: SurfaceAccess): Promise<boolean> {
  const state = await stateOfUse(use, access);
  if (state === "denied") throw denied(use);
  if (state === "refused")
    throw new AppError("forbidden", "The user does not allow this component to read the database.");
  return state === "asks";
}

const denied = (use: Use): AppError =>
  new AppError(
    "forbidden",
    use.kind === "tool"
      ? `There is no tool "${use.name}" that components may use: it does not exist, is disabled, or the user does not allow it.`
      : "The user does not allow this component to use the agent’s database.",
  );
