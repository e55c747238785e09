"use client";

import { useQuery } from "@tanstack/react-query";
import { wordsOf } from "@/components/settings/api";
import { Skeleton } from "@/components/ui/skeleton";
import type { Place } from "../place";
import { Unread } from "../unread";
import { isAboutDocuments, readCollections } from "./api";
import { CollectionList } from "./collection-list";
import { NewCollection } from "./new-collection";

type DocumentsSideProps = { shown: string | undefined; onGo: (place: Place) => void };

/** The list of collections with their counts, kept up with what changes, and what begins one. */
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
  return <Unread what="The list of collections" problem={wordsOf(error)} onAgain={() => void refetch()} />;
}
