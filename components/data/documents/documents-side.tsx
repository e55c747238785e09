"use client";

import { Skeleton } from "@/components/ui/skeleton";
import type { Place } from "../place";
import { Unread } from "../unread";
import { CollectionList } from "./collection-list";
import { NewCollection } from "./new-collection";
import { useCollections } from "./use-collections";

type DocumentsSideProps = { shown: string | undefined; onGo: (place: Place) => void };

/** The list of collections, and what begins one. */
export function DocumentsSide({ shown, onGo }: DocumentsSideProps) {
  const { collections, problem, load } = useCollections();
  if (collections)
    return (
      <CollectionList collections={collections} shown={shown} onGo={onGo}>
        <NewCollection onMade={(collection) => onGo({ at: "documents", collection })} />
      </CollectionList>
    );
  if (problem === undefined) return <Skeleton className="mx-5 h-40" />;
  return <Unread what="The list of collections" problem={problem} onAgain={load} />;
}
