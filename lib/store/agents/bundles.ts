import { sql } from "@/lib/store/db";
import type { BundleRow } from "@/lib/store/rows";

export type StoredBundle = Omit<BundleRow, "createdAt">;

export async function readBundle(hash: string): Promise<StoredBundle | null> {
  const [row] = await sql()<StoredBundle[]>`
    select hash, source, js, css, map, runtime from bundles where hash = ${hash}`;
  return row ?? null;
}

/** For which runtime a bundle is there, without all that it holds. */
export async function bundledFor(hash: string): Promise<string | null> {
  const [row] = await sql()<Pick<BundleRow, "runtime">[]>`select runtime from bundles where hash = ${hash}`;
  return row?.runtime ?? null;
}

export async function writeBundle({ hash, source, js, css, map, runtime }: StoredBundle): Promise<void> {
  await sql()`
    insert into bundles (hash, source, js, css, map, runtime) values (${hash}, ${source}, ${js}, ${css}, ${map}, ${runtime})
    on conflict (hash) do update
    set js = excluded.js, css = excluded.css, map = excluded.map, runtime = excluded.runtime`;
}
