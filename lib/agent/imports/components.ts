import { createHash } from "node:crypto";
import { compileComponent } from "@/lib/code/components/check";
import type { Artifact } from "@/lib/data/exports/conversation";
import { nextName } from "@/lib/shared/components/copy";
import { componentCode } from "@/lib/shared/components/fields";
import { isAppError } from "@/lib/shared/errors";
import type { Leftovers } from "@/lib/shared/imports/left";
import { PRODUCT_TITLES, type Product } from "@/lib/shared/imports/products";
import { importOrigin } from "@/lib/shared/origins";
import { putComponent, readComponent, wasNamed } from "@/lib/store/agents/components";
import type { ItemRow } from "@/lib/store/data/imports";

import { componentSource } from "./component-source";

type Shown = { bundle: string; name: string; version: number };

/**
 * Stores the artifacts of an import as components, each version as one. They are compiled but not run. A component is
 * drawn only when the user opens it, and it has no permissions.
 */
export class ImportedComponents {
  count = 0;
  private readonly changed = new Map<string, ItemRow>();
  private readonly of: { agentId: string; importId: string; product: Product };
  private readonly known: Map<string, ItemRow>;
  private readonly leftovers: Leftovers;

  constructor(
    of: { agentId: string; importId: string; product: Product },
    known: Map<string, ItemRow>,
    leftovers: Leftovers,
  ) {
    this.of = of;
    this.known = known;
    this.leftovers = leftovers;
  }

  /** Returns the component with the version that has the artifact's content; null if the artifact is no component or does not compile. */
  async store(conversationId: string, artifact: Artifact): Promise<Shown | null> {
    const source = componentSource(artifact);
    if (source === null || source.code.trim() === "") return null;
    const { code, missing } = source;
    const title = artifact.title.trim() || artifact.key;
    const content = {
      description: `${title} (from ${PRODUCT_TITLES[this.of.product]})`.slice(0, 2_000),
      code,
      props_schema: null,
    };
    if (!componentCode.safeParse(code).success) {
      this.leftovers.add("too_long", title);
      return null;
    }
    const bundle = await this.compiled(title, content);
    for (const name of missing) this.leftovers.add("missing_library", title, name);
    const key = `${conversationId}/${artifact.key}`;
    const hash = createHash("sha256").update(code).digest("hex").slice(0, 16);
    const item = this.known.get(key);
    const live = item && (await readComponent(this.of.agentId, item.target));
    const version = versionsIn(item).get(hash);
    if (item && live && version !== undefined) return bundle ? { bundle, name: item.target, version } : null;
    const name = live ? item.target : await this.freeName(title);
    const { importId, product } = this.of;
    const stored = await putComponent(this.of.agentId, name, live?.version ?? 0, {
      ...{ content, author: "import", origins: [importOrigin(product)] },
      cause: { historyImport: { id: importId, product } },
      failure: bundle ? null : "It does not compile.",
    });
    if (!stored) return null;
    if (!item) this.count++;
    const row: ItemRow = {
      ...{ ...this.of, kind: "component", source: key, target: name, parts: stored.version },
      digest: [...(live && item ? [item.digest] : []), `${hash}:${stored.version}`].join(" "),
    };
    this.known.set(key, row);
    this.changed.set(key, row);
    return bundle ? { bundle, name, version: stored.version } : null;
  }

  /** Returns the components that were stored since the last call. */
  takeChanged(): ItemRow[] {
    const rows = [...this.changed.values()];
    this.changed.clear();
    return rows;
  }

  private async compiled(title: string, content: { code: string }): Promise<string | null> {
    try {
      return await compileComponent(content);
    } catch (error) {
      if (!isAppError(error)) throw error;
      this.leftovers.add("does_not_compile", title, error.message.split("\n")[0]);
      return null;
    }
  }

  private async freeName(title: string): Promise<string> {
    let name = nameOf(title);
    while (await wasNamed(this.of.agentId, name)) name = nextName(name);
    return name;
  }
}

/** Returns the versions of a component by the hashes of their code. */
const versionsIn = (item: ItemRow | undefined): ReadonlyMap<string, number> =>
  new Map(
    (item?.digest.split(" ") ?? []).map((one): [string, number] => {
      const [hash = "", version] = one.split(":");
      return [hash, Number(version)];
    }),
  );

const MAX_NAME = 58;

/** Returns a name that components may have. */
export function nameOf(title: string): string {
  const plain = title.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
  const words = plain.replace(/[^A-Za-z0-9_ -]+/g, " ").replace(/ +/g, " ");
  return (
    words
      .replace(/^[^A-Za-z0-9]+/, "")
      .slice(0, MAX_NAME)
      .trim() || "Imported"
  );
}
