import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ToolPage } from "@/components/pages/tools/tool-page";
import { requirePage } from "@/lib/platform/access/require-page";
import { loadTool } from "../tools";

type Props = { params: Promise<{ name: string }> };

const NAME = /^[\w:.-]{1,128}$/;

const nameIn = async ({ params }: Props) => {
  const { name } = await params;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `${await nameIn(props)} · Easel` };
}

export default async function OneToolPage(props: Props) {
  const name = await nameIn(props);
  await requirePage(`/agent/tools/${encodeURIComponent(name)}`, { right: "edit" });
  const entry = NAME.test(name) ? await loadTool(name) : null;
  if (!entry) notFound();
  return <ToolPage key={name} name={name} entry={entry} now={new Date().toISOString()} />;
}
