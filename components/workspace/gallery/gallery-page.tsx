"use client";

import { CloudDownload } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { OlderOnes } from "@/components/client/end-of-list";
import { failureText } from "@/components/client/failure";
import { isAboutGallery, readGallery } from "@/components/client/gallery";
import { type Page, usePagedList } from "@/components/client/paged-list";
import { fitting } from "@/components/client/shell/fits";
import { PageBar } from "@/components/client/shell/page-bar";
import { SearchField } from "@/components/client/shell/palette/search-field";
import { Button } from "@/components/ui/button";
import { Empty, EmptyContent, EmptyDescription, EmptyHeader, EmptyTitle } from "@/components/ui/empty";
import Link, { useRouter } from "@/components/ui/kit/agent-base";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { PageBody } from "@/components/ui/kit/page/page-body";
import { PageHeader } from "@/components/ui/kit/page/page-header";
import { PageMain } from "@/components/ui/kit/page/page-main";
import { May } from "@/components/ui/kit/rights";
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import { DeletedList } from "@/components/workspace/library/deleted-list";
import { ImportButton } from "@/components/workspace/library/import-button";
import { RegistryDialog } from "@/components/workspace/library/registry-dialog";
import { useLibraryChanges } from "@/components/workspace/library/use-library-changes";
import type { DeletedComponent } from "@/lib/shared/components/contract";
import { type GalleryItem, galleryKey } from "@/lib/shared/gallery/items";
import { GALLERY_KINDS, type GalleryKind } from "@/lib/shared/gallery/kinds";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/gallery";
import { t as library } from "@/lib/shared/i18n/en/library";
import { FrameSlots, FrameSlotsContext } from "./frame-slots";
import { GalleryCard } from "./gallery-card";
import { gridKeys } from "./grid-keys";

const PAUSE_MS = 180;
const LIST_ID = "gallery";
const { onGridKeyDown, onSearchKeyDown } = gridKeys(LIST_ID);

const KINDS: Record<GalleryKind, string> = {
  get component() {
    return common("components");
  },
  get inline() {
    return t("inline");
  },
  get board() {
    return common("boards");
  },
  get app() {
    return t("apps");
  },
  get export() {
    return t("exports");
  },
};

type GalleryPageProps = {
  initial: Page<GalleryItem>;
  deleted: readonly DeletedComponent[];
  q: string;
  kind: GalleryKind | undefined;
  now: string;
};

export function GalleryPage({ deleted, now, ...first }: GalleryPageProps) {
  // After a return to the page, the address is newer than the page's data.
  const address = useSearchParams();
  const [text, setText] = useState(address.get("q") ?? "");
  const [kind, setKind] = useState(kindOf(address.get("kind")));
  const { list, error, isPrevious, reload, older, q } = useGallery(first, text, kind);
  const isLate = isPrevious || text.trim() !== q;
  const isWanted = matching(text, kind);
  // Until the server answers, filter what is loaded.
  const items = (list?.items ?? []).filter((item) => !isLate || isWanted(item));
  const isFiltered = q !== "" || kind !== undefined;
  const [slots] = useState(() => new FrameSlots());
  useLibraryChanges();
  return (
    <PageMain className="flex flex-col">
      <PageBar />
      <PageBody width="full" className="flex-1">
        <Head text={text} onText={setText} />
        <KindFilter kind={kind} onKind={setKind} />
        {error && (
          <LoadFailure isInline onRetry={() => void reload()}>
            {failureText(error)}
          </LoadFailure>
        )}
        <p role="status" className={items.length > 0 ? "sr-only" : "text-ink-2 max-md:px-1"}>
          {list && isFiltered && !isLate && matchesOf(items.length, older !== undefined, q)}
        </p>
        {list && items.length === 0 && !isFiltered && !isLate && <Nothing />}
        <FrameSlotsContext value={slots}>
          <ul
            id={LIST_ID}
            aria-label={common("gallery")}
            aria-busy={isLate}
            onKeyDown={onGridKeyDown}
            className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))] gap-6 max-md:gap-4"
          >
            {items.map((item) => (
              <GalleryCard key={galleryKey(item)} item={item} now={now} />
            ))}
          </ul>
        </FrameSlotsContext>
        {older && <OlderOnes older={older} />}
        {kind === "component" && !older && <Deleted components={deleted} text={text} now={now} />}
      </PageBody>
    </PageMain>
  );
}

const kindOf = (value: string | null) => GALLERY_KINDS.find((kind) => kind === value);

type KindFilterProps = { kind: GalleryKind | undefined; onKind: (kind: GalleryKind | undefined) => void };

function KindFilter({ kind, onKind }: KindFilterProps) {
  const place = useRef<HTMLDivElement>(null);
  const value = kind ?? "all";
  // On a phone the kinds scroll sideways.
  useEffect(() => {
    const chosen = place.current?.querySelector(`[data-kind="${value}"]`);
    chosen?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [value]);
  return (
    <ToggleGroup
      ref={place}
      type="single"
      aria-label={common("kind")}
      value={value}
      onValueChange={(chosen) => chosen && onKind(kindOf(chosen))}
      className="max-w-full overflow-x-auto [scrollbar-width:none] max-md:mx-1"
    >
      {(["all", ...GALLERY_KINDS] as const).map((one) => (
        <ToggleGroupItem key={one} value={one} data-kind={one} className="shrink-0">
          {one === "all" ? common("all") : KINDS[one]}
        </ToggleGroupItem>
      ))}
    </ToggleGroup>
  );
}

function matching(text: string, kind: GalleryKind | undefined): (item: GalleryItem) => boolean {
  const fits = fitting(text);
  return ({ title, description, content }) =>
    (kind === undefined || content.kind === kind) && fits(title, description);
}

type Filter = Pick<GalleryPageProps, "initial" | "q" | "kind">;

/** Loads the items that match the search and the kind. Shows the former ones until then. */
function useGallery(first: Filter, text: string, kind: GalleryKind | undefined) {
  const wanted = text.trim();
  const [q, setQ] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setQ(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const addressed = useRef({ q, kind });
  useEffect(() => {
    // Next's router is not ready at the first effect, and would lose its state of the history.
    if (addressed.current.q === q && addressed.current.kind === kind) return;
    addressed.current = { q, kind };
    const query = new URLSearchParams({ ...(q && { q }), ...(kind && { kind }) });
    history.replaceState(null, "", query.size > 0 ? `?${query}` : location.pathname);
  }, [q, kind]);
  const isFirst = q === first.q && kind === first.kind;
  const loaded = usePagedList<GalleryItem>({
    key: ["gallery", kind ?? "all", q],
    read: (cursor, signal) => readGallery({ q, kind }, cursor, signal),
    idOf: galleryKey,
    outdatedBy: isAboutGallery,
    keepsPrevious: true,
    isReadOnSight: true,
    ...(isFirst && { initial: first.initial }),
  });
  return { ...loaded, q };
}

/** The title, the search, and the ways to take in components of others. */
function Head({ text, onText }: { text: string; onText: (text: string) => void }) {
  const router = useRouter();
  const [isTaking, setIsTaking] = useState(false);
  const open = (name: string) => router.push(`/agent/components/${encodeURIComponent(name)}`);
  return (
    <PageHeader title={common("gallery")}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key leaves the field in it */}
      <div className="contents" onKeyDown={onSearchKeyDown}>
        <SearchField label={t("search")} text={text} onText={onText} />
      </div>
      <May right="edit">
        <ImportButton onImported={open} />
        <Button variant="outline" onClick={() => setIsTaking(true)}>
          <CloudDownload aria-hidden />
          <span className="max-md:sr-only">{library("fromRegistry")}</span>
        </Button>
        {isTaking && <RegistryDialog onImported={open} onClose={() => setIsTaking(false)} />}
      </May>
    </PageHeader>
  );
}

const matchesOf = (count: number, hasMore: boolean, q: string): string => {
  if (count > 0) return t(hasMore ? "foundMore" : "found", { count });
  return q === "" ? t("noneOfKind") : t("noMatch", { wanted: q });
};

type DeletedProps = { components: readonly DeletedComponent[]; text: string; now: string };

function Deleted({ components, text, now }: DeletedProps) {
  const fits = fitting(text);
  const gone = components.filter(({ name, description }) => fits(name, description));
  return gone.length > 0 && <DeletedList components={gone} now={now} />;
}

function Nothing() {
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
