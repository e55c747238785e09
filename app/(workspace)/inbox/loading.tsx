import { Skeleton } from "@/components/ui/skeleton";
import { InboxFrame } from "@/components/workspace/inbox/inbox-frame";

export default function InboxLoading() {
  return (
    <InboxFrame>
      <div aria-busy className="flex flex-col gap-8">
        {["first", "second", "third"].map((place) => (
          <div key={place} className="flex flex-col gap-2">
            <Skeleton className="h-5 w-48" />
            <Skeleton className="h-28" />
          </div>
        ))}
      </div>
    </InboxFrame>
  );
}
