"use client";

import { CircleAlert, CloudDownload } from "lucide-react";
import { useEffect, useRef, useState, useTransition } from "react";
import { WebMark } from "@/components/client/origins/web-mark";
import { fitting } from "@/components/client/shell/fits";
import { SearchField } from "@/components/client/shell/palette/search-field";
import { When } from "@/components/client/versions/when";
import { ComponentFrame } from "@/components/draw/frame/later";
import type { ComponentError } from "@/components/draw/frame/props";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Empty, EmptyContent, EmptyDescription, EmptyHeader, EmptyTitle } from "@/components/ui/empty";
import Link, { useRouter } from "@/components/ui/kit/agent-base";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageHeader } from "@/components/ui/kit/page/page-header";
import { PageMain } from "@/components/ui/kit/page/page-main";
import type { DeletedComponent } from "@/lib/shared/components/contract";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/library";
import { DeletedList } from "./deleted-list";
import type { LibraryCard } from "./entry";
import { CARDS, galleryAt } from "./gallery-url";
import { ImportButton } from "./import-button";
import { RegistryDialog } from "./registry-dialog";
import { useLibraryChanges } from "./use-library-changes";

const PAUSE_MS = 180;

type GalleryProps = {
  cards: readonly LibraryCard[];
  hasMore: boolean;
  q: string;
  show: number;
  deleted: readonly DeletedComponent[];
  now: string;
};

export function Gallery({ cards, hasMore, q, show, deleted, now }: GalleryProps) {
  const router = useRouter();
  const [text, setText] = useState(q);
  const [isTaking, setIsTaking] = useState(false);
  const [isLoading, startLoading] = useTransition();
  const open = (name: string) => router.push(`/agent/components/${encodeURIComponent(name)}`);
  useLibraryChanges();
  // If all components are loaded, filter them here; otherwise search on the server.
  const wanted = text.trim();
  const isElsewhere = wanted !== q && (hasMore || q !== "");
  useEffect(() => {
    if (!isElsewhere) return;
    const timer = setTimeout(() => router.replace(galleryAt(wanted), { scroll: false }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [router, wanted, isElsewhere]);
  const fits = fitting(text);
  const found = cards.filter(({ name, description }) => fits(name, description));
  const gone = deleted.filter(({ name, description }) => fits(name, description));
  const count = found.length + gone.length;
  return (
    <PageMain className="flex flex-col">
      <PageBody width="full" under="tabs" className="flex-1">
        <PageHeader title={common("components")} isTab>
          {cards.length + deleted.length + q.length > 0 && (
            <SearchField label={t("search")} text={text} onText={setText} />
          )}
          <ImportButton onImported={open} />
          <Button variant="outline" onClick={() => setIsTaking(true)}>
            <CloudDownload aria-hidden />
            {t("fromRegistry")}
          </Button>
        </PageHeader>
        {isTaking && <RegistryDialog onImported={open} onClose={() => setIsTaking(false)} />}
        {cards.length === 0 && q === "" && <NoComponents />}
        <div className="flex flex-col gap-6 max-md:gap-4">
          <p role="status" className={count > 0 ? "sr-only" : "text-ink-2 max-md:px-1"}>
            {wanted !== "" && !isElsewhere && describeMatches(count, hasMore, wanted)}
          </p>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))] gap-6 max-md:gap-4">
            {found.map((card) => (
              <GalleryCard key={card.name} card={card} now={now} />
            ))}
          </ul>
          {hasMore && (
            <Button
              variant="outline"
              aria-disabled={isLoading}
              className="self-start max-md:mx-1"
              onClick={() => {
                if (!isLoading)
                  startLoading(() => router.replace(galleryAt(q, show + CARDS), { scroll: false }));
              }}
            >
              {isLoading ? t("loading") : common("showMore")}
            </Button>
          )}
        </div>
        {gone.length > 0 && <DeletedList components={gone} now={now} />}
      </PageBody>
    </PageMain>
  );
}

const describeMatches = (count: number, hasMore: boolean, wanted: string): string =>
  count > 0 ? t(hasMore ? "foundMore" : "found", { count }) : t("noMatch", { wanted });

function GalleryCard({ card, now }: { card: LibraryCard; now: string }) {
  const { name, description, version, updatedAt, failed, origins } = card;
  return (
    <li className="relative flex min-w-0 flex-col rounded-sheet bg-sheet shadow-sheet">
      <Preview card={card} />
      <div className="flex flex-1 flex-col gap-1 rounded-b-sheet border-line border-t px-4 py-3">
        <h2 className="flex min-w-0 items-center gap-2">
          <Link
            href={`/agent/components/${encodeURIComponent(name)}`}
            className="truncate font-medium font-mono outline-none after:absolute after:inset-0 after:rounded-sheet after:transition-colors hover:after:bg-fill-hover focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:outline-offset-2"
          >
            {name}
          </Link>
          <Badge variant="secondary">v{version}</Badge>
        </h2>
        <p className="line-clamp-2 text-ink-2 wrap-anywhere">{description}</p>
        <p className="mt-auto flex min-w-0 items-center gap-3 pt-1 text-meta text-ink-3">
          <span className="shrink-0">
            {t.rich("changedAt", { when: () => <When at={updatedAt} now={now} /> })}
          </span>
          <WebMark origins={origins} className="relative" />
        </p>
        {failed && (
          <p className="flex gap-1.5 text-meta text-ink-2">
            <CircleAlert aria-hidden className="mt-0.5 size-3 shrink-0 text-danger" />
            {t("versionFailed", { version: failed.version })}
          </p>
        )}
      </div>
    </li>
  );
}

function NoComponents() {
  return (
    <Empty>
      <EmptyHeader>
        <EmptyTitle>{t("none")}</EmptyTitle>
        <EmptyDescription>{t("noneHint")}</EmptyDescription>
      </EmptyHeader>
      <EmptyContent>
        <Button asChild>
          <Link href="/">{t("askForOne")}</Link>
        </Button>
      </EmptyContent>
    </Empty>
  );
}

/** Runs a scaled, inert component. It runs only while visible, because each one is a separate process. */
function Preview({ card: { name, bundle, props } }: { card: LibraryCard }) {
  const box = useRef<HTMLDivElement>(null);
  const [isInView, setIsInView] = useState(false);
  const [failed, setFailed] = useState<{ bundle: string; error: ComponentError }>();
  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver((entries) =>
      setIsInView(entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const error = failed?.bundle === bundle ? failed.error : undefined;
  return (
    <div ref={box} inert className="h-44 overflow-hidden rounded-t-sheet">
      {error ? (
        <p className="flex h-full items-center gap-2 px-4 text-ink-2">
          <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
          <span className="line-clamp-4 min-w-0 wrap-anywhere">
            {t("sampleFailed", { message: error.message })}
          </span>
        </p>
      ) : (
        isInView && (
          <div className="w-[166.667%] origin-top-left scale-60 p-6">
            <ComponentFrame
              id={`gallery/${name}`}
              bundle={bundle}
              props={props}
              title={name}
              isTrial
              onError={(error) => error.phase !== "event" && setFailed({ bundle, error })}
            />
          </div>
        )
      )}
    </div>
  );
}
