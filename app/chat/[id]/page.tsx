import { notFound } from "next/navigation";
import { pageAgent } from "@/app/page-agent";
import { Workspace } from "@/components/workspace/workspace";
import { requirePage } from "@/lib/access/session";
import { snapshot } from "@/lib/shared/chat/contract";
import { uuid } from "@/lib/shared/ids";
import { readConversation } from "@/lib/store/conversations";
import { reread } from "@/lib/store/unreachable";
import { modelInUse } from "./model-in-use";

/** So many of the last messages come with the page. The browser reads all of a conversation anyway when it has opened it. */
const LAST = 200;

type Props = { params: Promise<{ id: string }> };

/** A conversation; an id that nobody has used yet is a new one. */
export default async function ChatPage({ params }: Props) {
  const { id: given } = await params;
  await requirePage(`/chat/${given}`);
  const id = uuid.safeParse(given).data;
  if (id === undefined) notFound();
  const agentId = await reread(pageAgent);
  const stored = await reread(() => readConversation(agentId, id, { last: LAST }));
  const known = stored && snapshot.parse(stored);
  return (
    <Workspace key={id} id={id} known={known} model={await modelInUse(agentId, known?.conversation.model)} />
  );
}
