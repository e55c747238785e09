import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Empty, EmptyContent, EmptyDescription, EmptyHeader, EmptyTitle } from "@/components/ui/empty";

/** How the first one comes about. */
export function NoImages() {
  return (
    <Empty>
      <EmptyHeader>
        <EmptyTitle>No images yet</EmptyTitle>
        <EmptyDescription>
          Ask the agent to make one, or attach one to a message. For the first, choose a model for images.
        </EmptyDescription>
      </EmptyHeader>
      <EmptyContent>
        <Button asChild>
          <Link href="/settings/models" prefetch={false}>
            Choose a model
          </Link>
        </Button>
      </EmptyContent>
    </Empty>
  );
}
