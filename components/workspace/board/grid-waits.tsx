import { Skeleton } from "@/components/ui/skeleton";

/** Stands where the tiles of a board will lie. */
export const GridWaits = () => <Skeleton className="h-80 rounded-sheet" />;
