import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DataPage } from "@/components/pages/data/data-page";
import { requirePage } from "@/lib/platform/access/session";

export const metadata: Metadata = { title: "Data · Easel" };

type Props = { params: Promise<{ table?: string[] }> };

/** The agent's tables; `/data/<table>` opens one, `?sql` the SQL editor. The client loads the data. */
export default async function AgentDataPage({ params }: Props) {
  const { table: [name, ...more] = [] } = await params;
  await requirePage(name === undefined ? "/data" : `/data/${encodeURIComponent(decoded(name))}`);
  if (more.length > 0) notFound();
  return <DataPage />;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
