import { z } from "zod";
import { titled } from "@/app/page-metadata";
import { GalleryPage } from "@/components/workspace/gallery/gallery-page";
import { listGallery } from "@/lib/agent/gallery/list";
import { actingRight } from "@/lib/ground/base/acting";
import { pageAgent, requirePage } from "@/lib/platform/access/require-page";
import { OWNER, pageIdentity } from "@/lib/platform/access/session";
import { GALLERY_KINDS } from "@/lib/shared/gallery/kinds";
import { t as common } from "@/lib/shared/i18n/en/common";
import { includesRight } from "@/lib/shared/members/roles";
import { isStorable } from "@/lib/shared/text/storable";
import { deletedComponents } from "@/lib/store/agents/components";
import { reread } from "@/lib/store/unreachable";

export const metadata = titled(() => common("gallery"));

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const place = z.object({
  q: z.string().trim().max(200).refine(isStorable).catch(""),
  kind: z.enum(GALLERY_KINDS).optional().catch(undefined),
});

/** Number of items that the server renders. */
const FIRST = 24;

/** The components, boards and apps of all agents. `?q=` searches them, `?kind=` shows one kind. */
export default async function Gallery({ searchParams }: Props) {
  await requirePage("/gallery");
  const { q, kind } = place.parse(await searchParams);
  const memberId = ((await pageIdentity())?.member ?? OWNER).id;
  const agentId = await reread(() => pageAgent());
  const mayEdit = includesRight(await actingRight(agentId), "edit");
  const [initial, deleted] = await reread(() =>
    Promise.all([
      listGallery({ memberId, q, kind, limit: FIRST }),
      mayEdit ? deletedComponents(agentId) : [],
    ]),
  );
  return <GalleryPage {...{ initial, deleted, q, kind }} now={new Date().toISOString()} />;
}
