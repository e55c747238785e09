import { notFound } from "next/navigation";
import type { ModelInUse } from "@/components/workspace/chat/model-in-use";
import { Workspace } from "@/components/workspace/workspace";
import { sampleProps } from "@/lib/code/components/sample";
import { resolveModel } from "@/lib/models/providers/index";
import { pageAgent, requirePage } from "@/lib/platform/access/require-page";
import { etagOf } from "@/lib/platform/http/etag";
import { baseOf, inAgent } from "@/lib/shared/agents/agent-address";
import { snapshot } from "@/lib/shared/chat/contract";
import { WINDOW } from "@/lib/shared/chat/window";
import { componentName } from "@/lib/shared/components/fields";
import { isAppError } from "@/lib/shared/errors";
import { t } from "@/lib/shared/i18n/en/pages";
import { uuid } from "@/lib/shared/ids";
import { findProject } from "@/lib/store/agents/projects";
import { sourceOf } from "@/lib/store/agents/rehearsals";
import { readSettings } from "@/lib/store/agents/settings";
import { pinOfComponent } from "@/lib/store/conversations/pins";
import { conversationJson } from "@/lib/store/loop/conversations";
import { reread } from "@/lib/store/unreachable";

type Props = {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ component?: string | string[]; project?: string | string[] }>;
};

/**
 * `?component=` shows a component of the library beside the conversation. `?project=` is the project of a new
 * conversation.
 */
export default async function ChatPage({ params, searchParams }: Props) {
  const { id: idParam } = await params;
  const wanted = await searchParams;
  const name = componentName.safeParse(wanted.component).data;
  const projectId = uuid.safeParse(wanted.project).data;
  await requirePage(`/chat/${idParam}`);
  const id = uuid.safeParse(idParam).data;
  if (id === undefined) notFound();
  const agentId = await reread(pageAgent);
  const stored = await reread(() => conversationJson(agentId, id, { limit: WINDOW }));
  const loaded = stored === null ? null : snapshot.parse({ ...JSON.parse(stored), etag: etagOf(stored) });
  return (
    <Workspace
      key={id}
      id={id}
      initial={loaded}
      model={await modelInUse(agentId, loaded?.conversation.model)}
      project={loaded || projectId === undefined ? null : await findProject(agentId, projectId)}
      rehearsal={await rehearsalPage(agentId)}
      visiting={name === undefined ? null : await pinOfComponent(agentId, name, sampleProps)}
    />
  );
}

/** Returns the address of the rehearsal whose copy this agent is; null for an agent itself. */
async function rehearsalPage(agentId: string): Promise<string | null> {
  const sourceId = await reread(() => sourceOf(agentId));
  return sourceId && inAgent(baseOf(sourceId), `/agent/rehearsals/${agentId}`);
}

/**
 * Returns the model that would answer now. The page opens even if there is none; the first message then
 * reports the reason.
 */
async function modelInUse(agentId: string, choice: string | null | undefined): Promise<ModelInUse> {
  try {
    const { name, provider } = await resolveModel(choice, await readSettings(agentId));
    return { label: name, isDemo: provider === "demo" };
  } catch (error) {
    if (isAppError(error)) return { label: t("noModel"), isDemo: false, problem: error.message };
    throw error;
  }
}
