import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { When } from "@/components/versions/when";
import type { LibraryCard } from "./entry";
import { Preview } from "./preview";

/** A component in the gallery; all of it leads to its page. */
export function GalleryCard({ card, now }: { card: LibraryCard; now: string }) {
  const { name, description, version, updatedAt, failed } = card;
  return (
    <li className="relative flex min-w-0 flex-col rounded-sheet bg-sheet shadow-sheet">
      <Preview card={card} />
      <div className="flex flex-1 flex-col gap-1 rounded-b-sheet border-line border-t px-4 py-3">
        <h2 className="flex min-w-0 items-center gap-2">
          <Link
            href={`/components/${name}`}
            className="truncate font-medium font-mono outline-none after:absolute after:inset-0 after:rounded-sheet after:transition-colors hover:after:bg-fill-hover focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:outline-offset-2"
          >
            {name}
          </Link>
          <Badge variant="secondary">v{version}</Badge>
        </h2>
        <p className="line-clamp-2 text-ink-2 wrap-anywhere">{description}</p>
        <p className="mt-auto pt-1 text-meta text-ink-3">
          Changed <When at={updatedAt} now={now} />
        </p>
        {failed && (
          <p className="flex gap-1.5 text-meta text-ink-2">
            <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0 text-danger" />
            Version {failed.version} did not work
          </p>
        )}
      </div>
    </li>
  );
}
