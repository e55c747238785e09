import dynamic from "next/dynamic";
import { patiently } from "@/components/ui/patiently";
import { Skeleton } from "@/components/ui/skeleton";

/** What the loop itself says, such as that a run failed: most conversations never have one. */
export const NoticeLine = dynamic(
  patiently(() => import("./notice-line").then((module) => module.NoticeLine)),
  { loading: () => <Skeleton className="h-10" /> },
);
