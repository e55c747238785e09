import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Sql } from "postgres";
import { bodyOf } from "@/lib/shared/chat/body";

/* Dialogues and questions for measuring retrieval. Written for this repository and dedicated to the public
   domain (CC0).
   Weights and thresholds were tuned on `dialogues` and on half of LoCoMo's ten dialogues, which are not
   included here. `held-out` and the other half only validate them: nothing is tuned on those.
   Each file is a dialogue: `# Names`, `## start of a session`, `N: what Nora says`, and below a line the
   questions that it answers. */

const HERE = import.meta.dirname;

export type Question = { text: string; evidence: string };
export type Dialogue = {
  name: string;
  sessions: { at: string; turns: { id: string; speaker: string; isFirst: boolean; text: string }[] }[];
  questions: Question[];
};

export function dialogues(part: "dialogues" | "held-out" = "dialogues"): Dialogue[] {
  return globSync(join(HERE, `${part}/*.txt`))
    .sort()
    .map((file) => parse(basename(file, ".txt"), readFileSync(file, "utf8")));
}

function parse(name: string, text: string): Dialogue {
  const dialogue: Dialogue = { name, sessions: [], questions: [] };
  let names: string[] = [];
  let count = 0;
  for (const line of text.split("\n").filter(Boolean)) {
    const session = dialogue.sessions.at(-1);
    if (line.startsWith("# ")) names = line.slice(2).split(", ");
    else if (line.startsWith("## ")) dialogue.sessions.push({ at: line.slice(3), turns: [] });
    else if (line.startsWith("? "))
      dialogue.questions.push({ text: line.slice(2), evidence: session?.turns.at(-1)?.id ?? "" });
    else {
      const speaker = names.find((one) => one.startsWith(line[0] ?? "")) ?? "";
      const isFirst = speaker === names[0];
      session?.turns.push({ id: `${name}-${++count}`, speaker, isFirst, text: line.slice(3) });
    }
  }
  return dialogue;
}

/** A document with headings, and questions with the heading of the section that answers each. */
export type Document = { name: string; markdown: string; questions: Question[] };

/** Documents for measuring the search of files. The search is not tuned on them. */
export function documents(): Document[] {
  return globSync(join(HERE, "files/*.txt"))
    .sort()
    .map((file) => {
      const lines = readFileSync(file, "utf8").split("\n");
      const questions: Question[] = [];
      let heading = "";
      for (const line of lines) {
        if (line.startsWith("## ")) heading = line.slice(3);
        if (line.startsWith("? ")) questions.push({ text: line.slice(2), evidence: heading });
      }
      const markdown = lines.filter((line) => !line.startsWith("? ")).join("\n");
      return { name: `${basename(file, ".txt")}.md`, markdown, questions };
    });
}

export async function fill(sql: Sql, agentId: string, all: readonly Dialogue[]): Promise<void> {
  for (const { name, sessions } of all)
    for (const { at, turns } of sessions) {
      const id = randomUUID();
      const start = new Date(`${at.replace(" ", "T")}:00Z`).getTime();
      await sql`
        insert into conversations (id, agent_id, title, identity, created_at, updated_at)
        values (${id}, ${agentId}, ${`${name} ${at}`}, '', ${new Date(start).toISOString()}, ${new Date(start).toISOString()})`;
      for (const [n, turn] of turns.entries()) {
        const parts = [{ type: "text", text: `${turn.speaker}: ${turn.text}` }];
        await sql`
          insert into messages (conversation_id, id, agent_id, role, parts, body, created_at)
          values (${id}, ${turn.id}, ${agentId}, ${turn.isFirst ? "user" : "assistant"}, ${JSON.stringify(parts)}::json,
            ${bodyOf(parts)}, ${new Date(start + n * 60_000).toISOString()})`;
      }
    }
}
