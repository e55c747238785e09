import { Failed } from "@/lib/platform/services/failed";
import { AppError } from "@/lib/shared/errors";
import { connectedAccount } from "./account";
import { type Folder, listFolders, withImap } from "./imap";

/** Lists the folders of an agent's account. Throws an AppError with the reason if the server cannot be reached. */
export async function listMailFolders(agentId: string, signal: AbortSignal): Promise<Folder[]> {
  const account = await connectedAccount(agentId);
  return withImap(account, signal, listFolders).catch(toUnavailable);
}

/** Converts the failure of a request to the mail server for a tool or a page. */
export function toUnavailable(error: unknown): never {
  if (!(error instanceof Failed)) throw error;
  throw new AppError("unavailable", error.message, { cause: error });
}
