import { z } from "zod";
import { deleted, op, type Tag } from "@/lib/doors/api/operation";
import { undoAnswer } from "@/lib/shared/changes";
import { changedRows } from "@/lib/shared/data/row-changes";
import { restored, restorePreview, revisionList, undoneRestore, wholeRevision } from "@/lib/shared/history";
import { consolidationAnswer } from "@/lib/shared/memory/consolidation";
import { memoryHits } from "@/lib/shared/memory/memory-search";
import { sessionAnswer } from "@/lib/shared/memory/memory-sessions";
import { blockAnswer, blockList, factAnswer, factList, memoryCounts } from "@/lib/shared/memory/memory-view";
import { itemList, summaryList } from "@/lib/shared/memory/summary";
import { markList } from "@/lib/shared/origins";
import { rehearsalDetail, rehearsalList, rehearsalView } from "@/lib/shared/rehearsals";

const text = z.object({ content: z.string(), version: z.number() });
const shares = z.object({ shares: z.array(z.looseObject({})) });

export const memory: Tag = {
  name: "Memory",
  description: "Memory blocks, facts, and the search over memory and conversations.",
  operations: {
    "GET /api/memory/blob": op("Returns the memory text.", text),
    "PUT /api/memory/blob": op("Replaces the memory text.", text),
    "GET /api/memory/blocks": op("Lists memory blocks.", blockList),
    "POST /api/memory/blocks": op("Creates a memory block.", blockAnswer),
    "GET /api/memory/blocks/{label}": op("Returns a memory block.", blockAnswer),
    "PATCH /api/memory/blocks/{label}": op("Changes a memory block.", blockAnswer),
    "DELETE /api/memory/blocks/{label}": op("Deletes a memory block.", deleted),
    "POST /api/memory/blocks/{label}/move": op("Moves a block to the archive or the prompt.", blockAnswer),
    "PUT /api/memory/blocks/{label}/shares/{agent}": op("Shares a block with another agent.", shares),
    "DELETE /api/memory/blocks/{label}/shares/{agent}": op("Ends the sharing of a block.", shares),
    "POST /api/memory/merge": op("Merges two memory blocks.", blockAnswer),
    "GET /api/memory/memories": op("Lists facts.", factList),
    "POST /api/memory/memories": op("Stores a fact.", factAnswer),
    "GET /api/memory/memories/{id}": op("Returns a fact.", factAnswer),
    "PATCH /api/memory/memories/{id}": op("Changes a fact.", factAnswer),
    "DELETE /api/memory/memories/{id}": op("Deletes a fact.", deleted),
    "POST /api/memory/memories/merge": op("Merges two facts.", factAnswer),
    "GET /api/memory/counts": op("Counts facts and archived blocks.", memoryCounts),
    "GET /api/memory/search": op("Searches memory and conversations.", memoryHits),
    "GET /api/memory/consolidation": op("Returns the results of the nightly cleanup.", consolidationAnswer),
    "PUT /api/memory/consolidation": op("Changes the time of the nightly cleanup.", consolidationAnswer),
    "POST /api/memory/consolidation": op("Starts a cleanup.", consolidationAnswer),
    "PATCH /api/memory/consolidation/{id}": op(
      "Keeps or undoes a change of the cleanup.",
      consolidationAnswer,
    ),
    "GET /api/memory/sessions": op("Returns when sessions end.", sessionAnswer),
    "PUT /api/memory/sessions": op("Changes when sessions end.", sessionAnswer),
  },
};

export const history: Tag = {
  name: "History",
  description: "Versions of everything that the agent or a member authored, and the origins of its text.",
  operations: {
    "GET /api/history": op("Lists versions, newest first.", revisionList),
    "GET /api/history/items": op("Lists the items of a kind, deleted ones included.", itemList),
    "GET /api/history/summaries": op("Summarizes the changes of versions.", summaryList),
    "GET /api/history/at": op("Returns what a restore to a time would change.", restorePreview),
    "POST /api/history/at": op("Restores the agent, chosen items or a conversation to a time.", restored),
    "POST /api/history/at/undo": op("Undoes a restore, unless something of it changed since.", undoneRestore),
    "GET /api/history/{id}": op("Returns a version with its content.", wholeRevision),
    "GET /api/history/{id}/rows": op("Returns the rows that a version of the database changed.", changedRows),
    "POST /api/history/{id}/restore": op("Restores a version as a new one.", wholeRevision),
    "POST /api/history/{id}/undo": op("Undoes or repeats a change.", undoAnswer),
    "GET /api/rehearsals": op("Lists rehearsals on copies of the agent.", rehearsalList),
    "POST /api/rehearsals": op(
      "Rehearses a job, or continues from an answer of a conversation, on a copy of the agent.",
      z.object({ rehearsal: rehearsalView }),
    ),
    "GET /api/rehearsals/{id}": op(
      "Returns what a rehearsal changed, and which calls outside it recorded.",
      rehearsalDetail,
    ),
    "POST /api/rehearsals/{id}/accept": op(
      "Makes changes of a rehearsal in the agent.",
      z.object({ accepted: z.array(z.looseObject({ kind: z.string(), name: z.string() })) }),
    ),
    "POST /api/rehearsals/{id}/undo": op("Undoes what was accepted.", z.object({})),
    "DELETE /api/rehearsals/{id}": op("Deletes a rehearsal with its copy.", z.object({})),
    "GET /api/origins": op("Lists text of strangers, and what the member trusts.", markList),
    "POST /api/origins": op("Marks text as a stranger's again.", z.object({ marked: z.boolean() })),
    "DELETE /api/origins": op("Trusts text of a stranger.", z.object({ trusted: z.boolean() })),
  },
};
