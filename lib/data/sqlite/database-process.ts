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

/** Maximum resident memory of the process. */
const MEMORY_MB = 320;
const HEAP_MB = 192;
/** Maximum size on disk of the files for sorting and temporary tables. */
const TEMPORARY_MB = 256;
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

  /**
   * Sends a request and returns the answer. Throws Refused if SQLite reports an error, and Died if the
   * process ended before it answered.
   */
  async ask<R extends DatabaseRequest>(request: R, ms: number): Promise<DatabaseAnswers[R["op"]]> {
    const answer = await this.converse(request, ms, (reply) => reply);
    if (!answer.ok) throw new Refused(answer.error);
    return answer.value as DatabaseAnswers[R["op"]];
  }
}
