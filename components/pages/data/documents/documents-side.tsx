"use client";

import { useQuery } from "@tanstack/react-query";
import { BookOpen, Braces, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { failureText } from "@/components/client/failure";
import { WebMark } from "@/components/client/origins/web-mark";
import { Skeleton } from "@/components/ui/skeleton";
import { MANAGED, PROTECTED } from "@/lib/shared/data/documents";
import type { Place } from "../data-url";
import { ListItem } from "../list-item";
import { Unread } from "../unread";
import { type CollectionSummary, isAboutDocuments, readCollections } from "./api";
import { NewCollection } from "./new-collection";

type DocumentsSideProps = { shown: string | undefined; onGo: (place: Place) => void };

export function DocumentsSide({ shown, onGo }: DocumentsSideProps) {
  const {
    data: collections,
    error,
    refetch,
  } = useQuery({
    queryKey: ["collections"],
    queryFn: ({ signal }) => readCollections(signal),
    meta: { outdatedBy: isAboutDocuments() },
  });
  if (collections)
    return (
      <CollectionList collections={collections} shown={shown} onGo={onGo}>
        <NewCollection onMade={(collection) => onGo({ at: "documents", collection })} />
      </CollectionList>
    );
  if (!error) return <Skeleton className="mx-5 h-40" />;
  return (
    <Unread what="the list of collections" problem={failureText(error)} onAgain={() => void refetch()} />
  );
}

type CollectionListProps = {
  collections: readonly CollectionSummary[];
  shown: string | undefined;
  onGo: (place: Place) => void;
  children: ReactNode;
};

/** Collections that the calendar shows instead of this page. */
const ELSEWHERE: readonly string[] = ["contacts", "schedule", "cronjobs"];

function CollectionList({ collections, shown, onGo, children }: CollectionListProps) {
  const isManaged = (name: string) => MANAGED.some((one) => one === name);
  const own = collections.filter(({ name }) => !isManaged(name));
  const item = ({
    name,
    documents,
    origins,
  }: Omit<CollectionSummary, "documents"> & { documents?: number }) => {
    const Icon = name === "master" ? UserRound : documents === undefined ? BookOpen : Braces;
    return (
      <ListItem key={name} to={{ at: "documents", collection: name }} isCurrent={shown === name} onGo={onGo}>
        <Icon aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 truncate font-mono text-meta" title={name}>
          {name}
        </span>
        {documents !== undefined && (
          <span className="order-1 shrink-0 text-meta font-normal text-ink-3 tabular-nums">
            {documents.toLocaleString("en")}
            <span className="sr-only"> {documents === 1 ? "document" : "documents"}</span>
          </span>
        )}
        {/* After the name and count, so that screen readers read those together. */}
        <WebMark origins={origins} isShort />
      </ListItem>
    );
  };
  return (
    <nav aria-label="Collections" className="flex min-h-0 flex-1 flex-col overflow-y-auto px-3 pb-3">
      <Group title="About you">
        {collections.filter(({ name }) => isManaged(name) && !ELSEWHERE.includes(name)).map(item)}
      </Group>
      <Group title="Its own">{own.map(item)}</Group>
      {children}
      <Group title="The workspace, read-only">{PROTECTED.map((name) => item({ name }))}</Group>
    </nav>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2 className="px-2 pt-3 pb-1 text-meta text-ink-3">{title}</h2>
      <ul aria-label={title}>{children}</ul>
    </>
  );
}
