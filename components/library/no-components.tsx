import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Empty, EmptyContent, EmptyDescription, EmptyHeader, EmptyTitle } from "@/components/ui/empty";

/** How the first one comes about. */
export function NoComponents() {
  return (
    <Empty>
      <EmptyHeader>
        <EmptyTitle>No components yet</EmptyTitle>
        <EmptyDescription>
          Ask the agent for something to use, such as “a board to sort my ideas by effort and value”, and to
          keep it. It writes the component, shows it on the canvas, and it stays here.
        </EmptyDescription>
      </EmptyHeader>
      <EmptyContent>
        <Button asChild>
          <Link href="/" prefetch={false}>
            Ask for one
          </Link>
        </Button>
      </EmptyContent>
    </Empty>
  );
}
