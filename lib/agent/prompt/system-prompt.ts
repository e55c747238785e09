import { contactIdentity } from "@/lib/agent/offer/contact";
import type { PromptPart } from "@/lib/agent/offer/toolset";
import { type Offer, runsCode } from "@/lib/agent/offer/toolset";
import { type Settings, timeZoneOf } from "@/lib/store/agents/settings";
import { promptParts } from "./prompt";
import type { PromptSnapshot } from "./prompt-snapshot";

type PromptInput = {
  identity: string;
  /** Phone number of the contact who writes; null for the owner. */
  contact: string | null;
  settings: Settings;
  offer: Offer;
  snapshot: PromptSnapshot;
  /** `provider/model`; empty if none is set up. */
  model: string;
  isNew: boolean;
};

/**
 * Reads the parts of the system message. Runs and the settings' model view share it, so that they cannot
 * differ.
 */
export async function systemParts(sent: PromptInput): Promise<PromptPart[]> {
  const { identity, contact, settings, offer, snapshot, model, isNew } = sent;
  const { tools, present } = offer;
  const isOn = settings.general.codeHint ?? true;
  if (present.has("memory")) await snapshot.recollection();
  return promptParts({
    identity: contact === null ? identity : contactIdentity(contact, settings),
    tools: offer.prompt,
    project: contact === null ? await snapshot.project() : "",
    tables: tools.has("db_sql") ? await snapshot.tables() : "",
    documents: present.has("documents") ? await snapshot.documents(tools.has("db_query")) : "",
    components: tools.has("render_and_wait") ? await snapshot.components() : "",
    skills: tools.has("use_skill") ? await snapshot.skills() : "",
    schedule: contact === null ? await snapshot.schedule() : "",
    whatsapp: present.has("whatsapp") ? await snapshot.whatsapp() : "",
    codeHint: runsCode(offer) ? await snapshot.codeHint({ isOn, isNew }) : "",
    trials: contact === null ? await snapshot.trials() : "",
    memory: present.has("memory") ? await snapshot.memory() : "",
    recalled: present.has("memory") ? snapshot.recalledText : "",
    model,
    families: offer.families,
    now: snapshot.now,
    timeZone: timeZoneOf(settings),
  });
}
