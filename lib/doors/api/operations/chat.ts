import { z } from "zod";
import { EVENTS, file, json, nothing, op, revoked, type Tag } from "@/lib/doors/api/operation";
import { awayView, visitAnswer } from "@/lib/shared/away";
import { changeList } from "@/lib/shared/changes";
import { earlierPage, runStatus, snapshot, summaries } from "@/lib/shared/chat/contract";
import { askCount, openAskPage } from "@/lib/shared/chat/open-asks";
import { subagentsView } from "@/lib/shared/chat/subagents";
import { conversationSharingView } from "@/lib/shared/members/view";
import { conversationLink } from "@/lib/shared/shares";
import { transcript } from "@/lib/shared/voice/voice";
import { why } from "@/lib/shared/why/contract";

const changed = z.object({ conversation: snapshot.shape.conversation });
const stopped = z.object({ run: z.object({ id: z.string(), status: runStatus }).nullable() });

export const chat: Tag = {
  name: "Chat",
  description: "Talk to the agent, follow its answers and read conversations.",
  operations: {
    "POST /api/voice/transcriptions": op("Returns the transcript of a recording.", transcript),
    "POST /api/voice/speech": op("Speaks a text.", file("audio/*")),
    "POST /api/chat": op("Sends a message or an answer, and streams what the agent writes.", EVENTS),
    "GET /api/chat/{id}/stream": op(
      "Replays and follows the current run of a conversation.",
      EVENTS,
      nothing,
    ),
    "POST /api/chat/{id}/stop": op("Stops the run of a conversation.", stopped),
    "POST /api/chat/{id}/compact": op("Replaces older messages with a summary, and streams it.", EVENTS),
    "POST /api/chat/{id}/end-session": op("Ends the session when no run is live.", changed),
    "GET /api/conversations": op("Lists or searches conversations.", summaries),
    "GET /api/conversations/{id}": op(
      "Returns a conversation with its messages, its latest run and its open asks.",
      json(z.union([snapshot, earlierPage])),
    ),
    "PATCH /api/conversations/{id}": op(
      "Changes the title, the model or the pins of a conversation.",
      changed,
    ),
    "DELETE /api/conversations/{id}": op("Deletes a conversation and stops its run.", nothing),
    "POST /api/conversations/{id}/restore": op("Restores a deleted conversation.", changed),
    "GET /api/conversations/{id}/helpers": op("Lists the subagents of a conversation.", subagentsView),
    "GET /api/conversations/{id}/why": op(
      "Returns the causes of a place on a sheet, or the rule by which a call asked or was refused.",
      why,
    ),
    "GET /api/conversations/{id}/sharing": op(
      "Returns with whom a conversation is shared.",
      conversationSharingView,
    ),
    "PUT /api/conversations/{id}/sharing": op("Shares a conversation with members.", conversationSharingView),
    "GET /api/conversations/{id}/link": op("Returns the public link of a conversation.", conversationLink),
    "PUT /api/conversations/{id}/link": op(
      "Makes or renews the public link of a conversation.",
      conversationLink,
    ),
    "DELETE /api/conversations/{id}/link": op("Revokes the public link of a conversation.", revoked),
    "GET /api/asks": op("Lists the open asks of the agent.", openAskPage),
    "GET /api/asks/count": op("Counts the open asks.", askCount),
    "GET /api/away": op("Returns what happened while no tab was visible.", awayView),
    "POST /api/away": op("Records a visit.", visitAnswer),
    "DELETE /api/away": op("Dismisses the report of what happened."),
    "GET /api/history/changes": op("Lists the changes that messages of a conversation made.", changeList),
    "GET /api/events": op("Streams what changes in the agent: ids and names, no contents.", EVENTS),
  },
};
