import type { Listed } from "./info";
import type { ModelProvider, ProviderAccess } from "./provider";

type Problem = {
  ok: false;
  code:
    | "bad_key"
    | "no_model"
    | "provider_down"
    | "rate_limited"
    | "timed_out"
    | "unreachable"
    | "wrong_address";
  message: string;
};
export type ModelsAnswer =
  | {
      ok: true;
      models: readonly [Listed, ...Listed[]];
      images: readonly Listed[];
      embeddings: readonly Listed[];
    }
  | Problem;

const TIMEOUT_MS = 3_000;
const MAX_BYTES = 8_000_000;
const MAX_MODELS = 500;

/** Lists a provider's models. Never throws: a failure is returned as a message without key or body. */
export async function askForModels(provider: ModelProvider, access: ProviderAccess): Promise<ModelsAnswer> {
  const { title, defaultUrl, listing } = provider;
  if (!listing || !access.baseUrl) return problem("wrong_address", `${title} has no address.`);
  const { path, headers, read, readImages, readEmbeddings } = listing;
  const who = `${title} (${shownHost(access.baseUrl)})`;
  try {
    const response = await fetch(access.baseUrl.replace(/\/+$/, "") + path, {
      headers: headers(access.apiKey),
      // Do not follow redirects: the other server would receive the key, which fetch removes only from some
      // headers.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = parse(await text(response));
    if (!response.ok) return refused(response.status, body, who, provider, access);
    const models = read(body);
    if (!models) return elsewhere(`${who} did not answer with a list of models`, defaultUrl);
    const [first, ...rest] = models.slice(0, MAX_MODELS);
    if (!first) return problem("no_model", `${who} lists no model. Load a model there first.`);
    const [images = [], embeddings = []] = [readImages, readEmbeddings].map((read) =>
      read?.(body).slice(0, MAX_MODELS),
    );
    return { ok: true, models: [first, ...rest], images, embeddings };
  } catch (error) {
    if (error instanceof Error && error.name === "TimeoutError") {
      return problem("timed_out", `${who} did not answer within ${TIMEOUT_MS / 1000} seconds. Try again.`);
    }
    return problem(
      "unreachable",
      `${who} cannot be reached. Check that the address is right, that the server is running, and that this machine is online.`,
    );
  }
}

function refused(
  status: number,
  body: unknown,
  who: string,
  { defaultUrl }: ModelProvider,
  { apiKey }: ProviderAccess,
): Problem {
  // Google responds to a wrong key with 400.
  if (status === 401 || status === 403 || (status === 400 && /api.?key/i.test(JSON.stringify(body) ?? ""))) {
    return problem(
      "bad_key",
      apiKey
        ? `${who} refused the key (${status}). Check that it is complete and still valid.`
        : `${who} requires a key (${status}). Enter one.`,
    );
  }
  if (status === 429) {
    return problem("rate_limited", `${who} accepts no more requests for now (429). Try again in a minute.`);
  }
  if (status >= 500) {
    return problem("provider_down", `${who} has a server error (${status}). Try again in a minute.`);
  }
  return elsewhere(`${who} answered with status ${status}`, defaultUrl);
}

function elsewhere(what: string, defaultUrl = "http://localhost/v1"): Problem {
  const { pathname } = new URL(defaultUrl);
  return problem("wrong_address", `${what}. Check the address: it usually ends in ${pathname}.`);
}

const problem = (code: Problem["code"], message: string): Problem => ({ ok: false, code, message });

/** Returns host and port, without user, password, path and query. */
const shownHost = (address: string) => (URL.canParse(address) ? new URL(address).host : "its address");

async function text(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) return "";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
