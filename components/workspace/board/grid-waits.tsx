import { Skeleton } from "@/components/ui/skeleton";

export const GridWaits = () => <Skeleton className="h-80 rounded-sheet" />;
