import { z } from "zod/mini";
import { jsonBody, request } from "@/components/client/request";
import {
  type Account,
  type CalendarList,
  type Conflict,
  calendarList,
  conflictList,
  type Offer,
  offers,
  type Source,
} from "@/lib/shared/calendars";

const ROOT = "/api/calendars";
/** Longer than the server waits for another server. */
const WAIT_MS = 90_000;

export async function readCalendars(signal?: AbortSignal): Promise<CalendarList> {
  return calendarList.parse(await (await request(ROOT, { signal })).json());
}

const post = (path: string, body: object) =>
  request(`${ROOT}${path}`, { method: "POST", ...jsonBody(body), patienceMs: WAIT_MS });

export type Login = { url: string; username: string; password: string };

export async function findCalendars(login: Login): Promise<Offer[]> {
  return offers.parse(await (await post("/discover", login)).json()).offers;
}

type NewAccount =
  | { kind: "feed"; url: string; name?: string; everyMinutes: number }
  | (Login & { kind: "dav"; everyMinutes: number; sources: readonly Offer[] });

const made = z.object({ id: z.string() });

/** Adds an account, and starts its first synchronisation. */
export async function addAccount(account: NewAccount): Promise<void> {
  const { id } = made.parse(await (await post("", account)).json());
  await syncAccount(id);
}

export const syncAccount = (id: string) => post(`/${id}/sync`, {});

type AccountFields = Partial<Pick<Account, "name" | "everyMinutes" | "agentChanges">> & {
  password?: string;
  add?: readonly Offer[];
};

/** Asks the server of an account for calendars and address books that are not here. */
export async function readOffers(id: string, signal?: AbortSignal): Promise<Offer[]> {
  const response = await request(`${ROOT}/${id}/offers`, { signal, patienceMs: WAIT_MS });
  return offers.parse(await response.json()).offers;
}

export const changeAccount = (id: string, fields: AccountFields) =>
  request(`${ROOT}/${id}`, { method: "PATCH", ...jsonBody(fields) });

export const removeAccount = (id: string, keep: boolean) =>
  request(`${ROOT}/${id}?keep=${keep}`, { method: "DELETE", patienceMs: WAIT_MS });

export const changeSource = (id: string, fields: Partial<Pick<Source, "color" | "isShown">>) =>
  request(`${ROOT}/sources/${id}`, { method: "PATCH", ...jsonBody(fields) });

export async function readConflicts(signal?: AbortSignal): Promise<Conflict[]> {
  return conflictList.parse(await (await request(`${ROOT}/conflicts`, { signal })).json()).conflicts;
}

export const resolveConflict = (
  { sourceId, href }: Pick<Conflict, "sourceId" | "href">,
  keep: "mine" | "theirs",
) => post("/conflicts", { sourceId, href, keep });
