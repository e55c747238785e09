import { notFound } from "next/navigation";
import { titled } from "@/app/page-metadata";
import { FilesPage } from "@/components/pages/files/files-page";
import { listEntries } from "@/lib/data/files/entries";
import { pageAgent, requirePage } from "@/lib/platform/access/require-page";
import { ENTRY_KINDS } from "@/lib/shared/file-entries";
import { t as common } from "@/lib/shared/i18n/en/common";
import { uuid } from "@/lib/shared/ids";

export const metadata = titled(() => common("files"));

type Props = {
  params: Promise<{ place?: string[] }>;
  searchParams: Promise<{ kind?: string | string[] }>;
};

/** The list of files, or the place in it that `components/pages/data/files-url.ts` reads from the address. */
export default async function AgentFilesPage({ params, searchParams }: Props) {
  const { place = [] } = await params;
  await requirePage(["/files", ...place.map((part) => encodeURIComponent(decoded(part)))].join("/"), {
    right: "edit",
  });
  if (!isPlace(place)) notFound();
  const wanted = (await searchParams).kind;
  const kind = ENTRY_KINDS.find((one) => one === wanted);
  const isList = place.length === 0 || uuid.safeParse(place[0]).success;
  const entries = isList ? await soon(listEntries(await pageAgent(), { kind })) : undefined;
  const first = entries && { kind, entries };
  return <FilesPage first={first} now={new Date().toISOString()} />;
}

const FIRST_MS = 500;

/** Returns undefined if a query keeps the database busy for longer. The page then loads the list itself. */
const soon = <T,>(value: Promise<T>): Promise<T | undefined> =>
  Promise.race([value, new Promise<undefined>((resolve) => setTimeout(resolve, FIRST_MS))]);

function isPlace([first, second, ...more]: readonly string[]): boolean {
  if (more.length > 0) return false;
  if (first === "table" || first === "collection") return second !== undefined;
  return second === undefined && (first === undefined || first === "sql" || uuid.safeParse(first).success);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
