import { PRIMITIVES } from "@/components/draw/runtime/modules";
import { check } from "@/lib/code/components/check";
import { sampleProps } from "@/lib/code/components/sample";
import { guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import type { TakenItem } from "@/lib/shared/components/contract";
import { type RegistryItem, registryItem } from "@/lib/shared/components/registry";
import { AppError } from "@/lib/shared/errors";
import { adopt } from "./adopt";

const MAX_ITEMS = 20;
const MAX_BYTES = 2_000_000;

/** Dependencies by name that Easel has itself. */
const PRESENT = new Set<string>([...PRIMITIVES, "utils", "use-mobile", "use-media-query", "index", "style"]);

type Fetched = { item: RegistryItem; url: string };

/**
 * Fetches a registry item and the items that it depends on, and turns them into a component. Stores nothing
 * but the compiled code, so that a page can show it. `origins` are the sites whose text it contains.
 */
export async function takeRegistryItem(agentId: string, address: string): Promise<TakenItem> {
  const found = await fetchAll(agentId, address);
  const [main, ...others] = found.map(({ item }) => item);
  if (!main) throw new AppError("invalid", "The address has no registry item.");
  const component = adopt(main, others);
  const checked = await check(component, true);
  if (!checked.ok) throw new AppError("invalid", checked.message);
  const origins = [...new Set(found.map(({ url }) => new URL(url).origin))];
  const { bundle, gate } = checked;
  const failure = gate?.verdict === "failed" ? gate.message : undefined;
  return {
    ...component,
    origins,
    bundle,
    props: sampleProps(component.props_schema),
    ...(failure && { failure }),
  };
}

async function fetchAll(agentId: string, address: string): Promise<Fetched[]> {
  const found = new Map<string, Fetched>();
  const open = [address];
  for (let url = open.shift(); url !== undefined; url = open.shift()) {
    if (found.has(url)) continue;
    if (found.size >= MAX_ITEMS)
      throw new AppError("invalid", `The item depends on more than ${MAX_ITEMS} others.`);
    const fetched = await fetchItem(agentId, url);
    found.set(url, fetched);
    for (const name of fetched.item.registryDependencies ?? []) {
      const next = dependencyUrl(name, fetched.url);
      if (next) open.push(next);
    }
  }
  return [...found.values()];
}

/** Returns the address of a dependency, or undefined if Easel has it. A bare name is an item of the same registry. */
function dependencyUrl(name: string, from: string): string | undefined {
  if (PRESENT.has(name)) return undefined;
  if (/^https?:\/\//.test(name)) {
    const [, last = ""] = /\/([\w-]+)\.json$/.exec(name) ?? [];
    return /\/styles\/[\w-]+\/[\w-]+\.json$/.test(name) && PRESENT.has(last) ? undefined : name;
  }
  if (/^[\w-]+$/.test(name)) return new URL(`${name}.json`, from).href;
  throw new AppError("invalid", `Easel lacks what this item uses: the registry item "${name}".`, {
    details: { missing: [name] },
  });
}

async function fetchItem(agentId: string, url: string): Promise<Fetched> {
  const answer = await guardedFetch(url, {
    caller: { agentId, tool: "registry" },
    headers: { accept: "application/json" },
    maxBytes: MAX_BYTES,
  });
  if (answer.status !== 200) throw new AppError("invalid", `${url} responded with status ${answer.status}.`);
  const content = parse(new TextDecoder().decode(answer.bytes));
  const read = registryItem.safeParse(content);
  if (read.success) return { item: read.data, url: answer.url };
  const [issue] = read.error.issues;
  const place = issue?.path.join(".") || "the document";
  throw new AppError("invalid", `${url} is no registry item: ${place}: ${issue?.message ?? "invalid"}.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
