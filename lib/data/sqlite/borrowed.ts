import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { z } from "zod";
import { singleton } from "@/lib/ground/base/process";
import { AppError } from "@/lib/shared/errors";
import { sql } from "@/lib/store/db";
import { lockName } from "@/lib/store/locks";
import { changedAt } from "./changed-at";
import { borrowedFileOf, folderOf, makeDatabaseFolder } from "./folder";
import { copyOfMoment, momentOf } from "./moments";
import { packDatabase } from "./pack";
import { putDatabase } from "./restore";

/*
 * A rehearsal has the database of its source at a moment. Until it is used, only a file in its folder names that moment.
 */

const source = z.object({ sourceId: z.uuid(), change: z.number() });

/**
 * Returns the change after which an agent's database has its content of `at` (ms, null for now); null if it had none. Throws
 * `invalid` if the change log does not reach back.
 */
export async function changeAt(agentId: string, at: number | null): Promise<number | null> {
  if (changedAt(agentId) === null) return null;
  const wanted = at ?? Date.now();
  let moment = await momentOf(agentId, { at: wanted });
  if (moment === null) {
    // A database from before the change log: a copy begins it.
    if ((await packDatabase(agentId)) === null) return null;
    moment = await momentOf(agentId, { at: wanted });
  }
  if (moment?.past) return at === null ? moment.now.number : moment.past.number;
  if (moment?.isEmpty) return null;
  throw new AppError(
    "invalid",
    "The change log of the database does not reach back to this message. Choose a later one.",
  );
}

export async function lendDatabase(copyId: string, sourceId: string, change: number): Promise<void> {
  makeDatabaseFolder(folderOf(copyId));
  await writeFile(borrowedFileOf(copyId), JSON.stringify({ sourceId, change }), { mode: 0o600 });
}

/** Copies a borrowed database from its source. Concurrent calls, also of other servers, wait for the first one. */
export async function fetchBorrowed(agentId: string): Promise<void> {
  const running = singleton("borrowed databases", () => new Map<string, Promise<void>>());
  const fetching = running.get(agentId) ?? fetchOnce(agentId);
  running.set(agentId, fetching);
  try {
    await fetching;
  } finally {
    running.delete(agentId);
  }
}

const fetchOnce = (agentId: string) =>
  sql().begin(async (tx) => {
    await lockName(tx, `${agentId} database`);
    const file = borrowedFileOf(agentId);
    if (!existsSync(file)) return;
    const { sourceId, change } = source.parse(JSON.parse(await readFile(file, "utf8")));
    const copy = await copyOfMoment(sourceId, change);
    await putDatabase(agentId, copy, { author: "system", cause: null }, { isBorrowed: true });
    await rm(file, { force: true });
  });
