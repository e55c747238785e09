import { Button } from "@/components/ui/button";
import { Empty, EmptyContent, EmptyDescription, EmptyHeader, EmptyTitle } from "@/components/ui/empty";
import { isNarrowed, type Place } from "./place";

const WORDS = {
  calls: ["No tool has been called yet", "Each call stands here once the agent works with its tools."],
  requests: [
    "Nothing has gone to the network yet",
    "Each request of a tool, of the browser and of the sandbox stands here, also what was refused.",
  ],
} as const;

/** Where rows would be. */
export function NothingKept({ place, onAll }: { place: Place; onAll: () => void }) {
  const [title, about] = WORDS[place.view];
  if (isNarrowed(place))
    return (
      <Empty>
        <EmptyHeader>{place.view === "calls" ? "No call fits." : "No request fits."}</EmptyHeader>
        <EmptyContent>
          <Button variant="outline" onClick={onAll}>
            Show all
          </Button>
        </EmptyContent>
      </Empty>
    );
  return (
    <Empty>
      <EmptyHeader>
        <EmptyTitle>{title}</EmptyTitle>
        <EmptyDescription>{about}</EmptyDescription>
      </EmptyHeader>
    </Empty>
  );
}
