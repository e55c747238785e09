import { guardedFetch } from "@/lib/platform/egress/guarded-fetch";
import { AppError } from "@/lib/shared/errors";
import { MAX_ARCHIVE_BYTES, SKILL_MD } from "@/lib/shared/skills/fields";
import type { Entry } from "./folders";
import { readZip } from "./zip";

const TIMEOUT_MS = 60_000;
/** Maximum segments of a branch name, such as `feature/skills`, that are tried. */
const MAX_REF_SEGMENTS = 3;

export type FetchedSkills = {
  entries: Entry[];
  /** The folder in the archive that the address names. */
  within: string;
  origins: string[];
};
type Fetch = typeof guardedFetch;

/** Fetches a folder of a GitHub repository, a zip archive or a SKILL.md. */
export async function fetchSkills(
  agentId: string,
  address: string,
  fetch: Fetch = guardedFetch,
): Promise<FetchedSkills> {
  const get = (url: string) =>
    fetch(url, {
      caller: { agentId, tool: "skills" },
      maxBytes: MAX_ARCHIVE_BYTES,
      timeoutMs: TIMEOUT_MS,
    });
  const repository = githubFolder(address);
  if (repository) return fetchRepository(address, repository, get);
  const answer = await get(address);
  assertOk(answer.status, address);
  const origins = [...new Set([address, answer.url].map((url) => new URL(url).origin))];
  const { bytes } = answer;
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (isZip) return { entries: await readZip(bytes), within: "", origins };
  if (
    !new TextDecoder()
      .decode(bytes.subarray(0, 10))
      .replace(/^\uFEFF/, "")
      .startsWith("---")
  )
    throw new AppError("invalid", `${address} is neither a zip archive nor a ${SKILL_MD}.`);
  return {
    entries: [{ path: SKILL_MD, size: bytes.length, read: async () => bytes }],
    within: "",
    origins,
  };
}

type Repository = { owner: string; name: string; rest: string[] };

/** Returns the parts of an address on GitHub that names a repository or a folder in it; null for others. */
export function githubFolder(address: string): Repository | null {
  const { hostname, pathname } = new URL(address);
  if (hostname !== "github.com" && hostname !== "www.github.com") return null;
  const [owner, name, kind, ...rest] = pathname.split("/").filter(Boolean).map(decodeURIComponent);
  if (!owner || !name || (kind !== undefined && kind !== "tree" && kind !== "blob")) return null;
  const parts = kind === "blob" && /^skill\.md$/i.test(rest.at(-1) ?? "") ? rest.slice(0, -1) : rest;
  return { owner, name: name.replace(/\.git$/, ""), rest: parts };
}

async function fetchRepository(
  address: string,
  { owner, name, rest }: Repository,
  get: (url: string) => ReturnType<Fetch>,
): Promise<FetchedSkills> {
  const refs = Math.max(1, Math.min(MAX_REF_SEGMENTS, rest.length));
  let segments = 1;
  const fetchRef = () => {
    const ref = rest.slice(0, segments);
    const path = [owner, name, "zip", ...(ref.length > 0 ? ref : ["HEAD"])].map(encodeURIComponent);
    return get(`https://codeload.github.com/${path.join("/")}`);
  };
  let answer = await fetchRef();
  // The address does not say where the name of the branch ends.
  while (answer.status === 404 && ++segments <= refs) answer = await fetchRef();
  assertOk(answer.status, address);
  const entries = await readZip(answer.bytes);
  const [top = ""] = entries[0]?.path.split("/") ?? [];
  return { entries, within: [top, ...rest.slice(segments)].join("/"), origins: ["https://github.com"] };
}

function assertOk(status: number, address: string): void {
  if (status === 200) return;
  throw new AppError(
    "invalid",
    status === 404
      ? `${address} was not found. A private repository cannot be read.`
      : `${address} responded with status ${status}.`,
  );
}
