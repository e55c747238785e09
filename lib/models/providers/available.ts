import { connect } from "node:net";
import { env } from "@/lib/ground/base/env";
import {
  type ModelInfo,
  type ModelsView,
  type PlainModelInfo,
  PROVIDERS,
  type ProviderId,
} from "@/lib/shared/settings";
import { listModels } from "./discovery";
import { defaultModel, defaultProvider, isCompatibleServer } from "./index";
import { describeModel, describePlain } from "./info";
import { providers } from "./providers";
import { isProviderSetUp, type ModelEnvironment, type ModelSettings, missingProvider, reach } from "./reach";
import type { VoiceKind } from "./voice-models";

type Offered = {
  models: ModelInfo[];
  images: PlainModelInfo[];
  embeddings: PlainModelInfo[];
  transcription: PlainModelInfo[];
  speech: PlainModelInfo[];
  problem?: string;
};

const NEARBY_MS = 300;

export async function availableModels(
  settings: ModelSettings,
  environment: ModelEnvironment = env(),
): Promise<ModelsView> {
  const [byDefault, ...offered] = await Promise.all([
    defaultModel(settings, environment).catch(() => unknownDefault(settings, environment)),
    ...PROVIDERS.map((id) => offeredBy(id, settings, environment)),
  ]);
  return {
    models: [...offered.flatMap(({ models }) => models), describeModel(providers.demo, { name: "" })],
    images: offered.flatMap(({ images }) => images),
    embeddings: offered.flatMap(({ embeddings }) => embeddings),
    transcription: offered.flatMap(({ transcription }) => transcription),
    speech: offered.flatMap(({ speech }) => speech),
    default: byDefault,
    problems: PROVIDERS.flatMap((provider, at) => {
      const message = offered[at]?.problem;
      return message ? { provider, message } : [];
    }),
  };
}

/**
 * The default if only the provider is known, because its server, which would name the model, does not respond.
 */
const unknownDefault = (settings: ModelSettings, environment: ModelEnvironment) =>
  defaultProvider(settings, environment)?.id ?? "demo";

async function offeredBy(
  id: ProviderId,
  settings: ModelSettings,
  environment: ModelEnvironment,
): Promise<Offered> {
  const provider = providers[id];
  const found = reach(provider, settings, environment);
  const { baseUrl } = found;
  if (!isProviderSetUp(provider, found)) {
    const isHere = !provider.needsKey && baseUrl !== undefined && (await listens(baseUrl));
    if (!isHere) return NONE;
  }
  if (id === "openai" && isCompatibleServer(found, settings, environment)) return NONE;
  const lack = missingProvider(provider, found);
  if (lack) return { ...NONE, problem: lack.message };
  const answer = await listModels(provider, found);
  const listed = answer.ok ? answer.models : named(provider.wellKnown?.models);
  const images = answer.ok ? answer.images : named(provider.wellKnown?.images);
  const embeddings = answer.ok ? answer.embeddings : named(provider.wellKnown?.embeddings);
  // A server of any kind does not say which of its models read speech or speak, so all are offered.
  const voices = (kind: VoiceKind) =>
    provider.voices ? named(provider.voices[kind]) : provider[kind] ? listed : [];
  return {
    models: listed.map((each) => describeModel(provider, each, baseUrl)),
    images: images.map((each) => describePlain(provider, each, baseUrl)),
    embeddings: embeddings.map((each) => describePlain(provider, each, baseUrl)),
    transcription: voices("transcription").map((each) => describePlain(provider, each, baseUrl)),
    speech: voices("speech").map((each) => describePlain(provider, each, baseUrl)),
    problem: answer.ok ? undefined : answer.message,
  };
}

const NONE: Offered = { models: [], images: [], embeddings: [], transcription: [], speech: [] };

const named = (names: readonly string[] = []) => names.map((name) => ({ name }));

/**
 * Returns whether a server accepts connections at `url` within 300 ms. A server that is not running thus
 * causes no long wait.
 */
function listens(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((done) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const end = (isThere: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      done(isThere);
    };
    const timer = setTimeout(end, NEARBY_MS, false);
    socket.on("connect", () => end(true));
    socket.on("error", () => end(false));
  });
}
