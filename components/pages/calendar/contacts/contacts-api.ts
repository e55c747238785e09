import { z } from "zod/mini";
import { jsonBody, request } from "@/components/client/request";
import type { Document, Fields, Written } from "@/components/pages/data/documents/api";
import { beginsWith, documentsOf, textOfFile } from "@/components/pages/data/documents/import";
import {
  type ContactReport,
  contactReport,
  type DuplicateContacts,
  duplicateContacts,
} from "@/lib/shared/contacts";

const ROOT = "/api/documents";
const WAIT_MS = 60_000;

export async function importContacts(file: File): Promise<Written & { report: ContactReport }> {
  const isCard = await beginsWith(file, /^\s*BEGIN:VCARD/im);
  const body =
    isCard || /\.(vcf|vcard)$/i.test(file.name)
      ? { vcard: await textOfFile(file) }
      : { documents: await documentsOf(file) };
  const init = {
    method: "POST",
    ...jsonBody({ ...body, name: file.name.slice(0, 300) }),
    patienceMs: WAIT_MS,
  };
  const report = contactReport.parse(await (await request(`${ROOT}/contact-import`, init)).json());
  return { count: report.added + report.updated, revision: report.revision, report };
}

export async function readDuplicates(signal?: AbortSignal): Promise<DuplicateContacts> {
  const response = await request(`${ROOT}/contact-duplicates`, { signal, patienceMs: WAIT_MS });
  return duplicateContacts.parse(await response.json());
}

const made = z.object({ revision: z.optional(z.string()) });

/** Replaces `was` with the merged `document`. Also deletes the other contact, `gone`, if it is stored. */
export async function mergeContacts(merge: {
  document: Fields;
  was: Document;
  gone: Document | undefined;
}): Promise<Written> {
  const init = { method: "POST", ...jsonBody(merge), patienceMs: WAIT_MS };
  const { revision } = made.parse(await (await request(`${ROOT}/contact-merge`, init)).json());
  return { count: 1, revision };
}
