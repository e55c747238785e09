import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RecordUse } from "@/components/client/shell/record-use";
import { Bare } from "@/components/workspace/library/bare";
import { ComponentPage } from "@/components/workspace/library/component-page";
import { LostComponent } from "@/components/workspace/library/lost-component";
import { requirePage } from "@/lib/platform/access/require-page";
import { componentName } from "@/lib/shared/components/fields";
import { t as common } from "@/lib/shared/i18n/en/common";
import { loadEntry } from "../library";

type Props = { params: Promise<{ name: string }>; searchParams: Promise<{ bare?: string | string[] }> };

/** Decodes the name, because Next.js passes path segments percent-encoded. Undefined if it is invalid. */
async function nameIn({ params }: Pick<Props, "params">): Promise<string | undefined> {
  const { name } = await params;
  try {
    return componentName.safeParse(decodeURIComponent(name)).data;
  } catch {
    return undefined;
  }
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `${(await nameIn(props)) ?? common("component")} · Easel` };
}

/** A running component and its tools. `?bare` shows the component alone. */
export default async function OneComponentPage({ params, searchParams }: Props) {
  const name = await nameIn({ params });
  await requirePage(`/agent/components/${encodeURIComponent(name ?? "")}`, { right: "edit" });
  const entry = name === undefined ? null : await loadEntry(name);
  if (name === undefined || !entry) notFound();
  const { live, versions, lines } = entry;
  if (live && (await searchParams).bare !== undefined) return <Bare live={live} />;
  const now = new Date().toISOString();
  return live ? (
    <>
      <RecordUse kind="component" id={name} />
      <ComponentPage key={name} live={live} versions={versions} lines={lines} now={now} />
    </>
  ) : (
    <LostComponent name={name} versions={versions} lines={lines} now={now} />
  );
}
