import { realpathSync } from "node:fs";
import { join } from "node:path";
import { Confined } from "@/lib/ground/processes/confined";
import { nodeProgram } from "@/lib/ground/processes/program";
import { makeDatabaseFolder } from "./folder";
import {
  type DatabaseAnswers,
  type DatabaseReply,
  type DatabaseRequest,
  databaseReply,
  Refused,
} from "./protocol";

/** Resident memory. */
const MEMORY_MB = 320;
const HEAP_MB = 192;
/** On disk, for sorting and temporary tables. */
const TEMPORARY_MB = 256;
/** The server has priority over long queries. */
const NICE = 5;

export class DatabaseProcess extends Confined<DatabaseReply, DatabaseRequest> {
  readonly folder: string;

  constructor(folder: string) {
    makeDatabaseFolder(folder);
    const place = realpathSync(folder);
    super({
      program: nodeProgram({
        modulePath: "data/sqlite",
        writes: [place],
        flags: ["--allow-worker"],
        heapMb: HEAP_MB,
        settings: { folder: place, memoryMb: MEMORY_MB, temporaryMb: TEMPORARY_MB },
        env: { SQLITE_TMPDIR: join(place, "tmp") },
        cwd: place,
        nice: NICE,
      }),
      messageSchema: databaseReply,
      memoryMb: MEMORY_MB,
    });
    this.folder = folder;
  }

  /** Throws Refused if SQLite reports an error, and Died if the process ended before it answered. */
  async ask<R extends DatabaseRequest>(request: R, ms: number): Promise<DatabaseAnswers[R["op"]]> {
    const answer = await this.converse(request, ms, (reply) => reply);
    if (!answer.ok) throw new Refused(answer.error);
    return answer.value as DatabaseAnswers[R["op"]];
  }
}
