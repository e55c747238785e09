import dynamic from "next/dynamic";
import { retryLoad } from "@/components/ui/retry-load";
import { Skeleton } from "@/components/ui/skeleton";

/** Loaded on demand, because most conversations have no notice. */
export const NoticeLine = dynamic(
  retryLoad(() => import("./notice-line").then((module) => module.NoticeLine)),
  { loading: () => <Skeleton className="h-10" /> },
);
