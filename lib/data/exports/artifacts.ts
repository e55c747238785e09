import type { Artifact, ArtifactType, SourceMessage, SourcePart } from "./conversation";

/** A change of an artifact in a message, before its whole content is known. */
export type ArtifactChange = { kind: "change"; key: string } & (
  | {
      op: "write";
      /** Begins another artifact, even if one has the same key. */
      isNew?: boolean;
      title?: string;
      type?: ArtifactType;
      language?: string;
      content: string;
    }
  | { op: "replace"; from: string; to: string }
  | { op: "patterns"; edits: { pattern: string; replacement: string; isEach: boolean }[] }
);

export type UnresolvedMessage = Omit<SourceMessage, "parts"> & { parts: (SourcePart | ArtifactChange)[] };

type Known = ReadonlyMap<string, Artifact>;

/**
 * Replaces the changes of artifacts by their whole content after each change. Each branch of a conversation has its own
 * versions. `onMiss` gets the key of a change that does not fit.
 */
export function withArtifacts(
  messages: readonly UnresolvedMessage[],
  onMiss: (key: string) => void,
): SourceMessage[] {
  const after = new Map<string, Known>();
  return messages.map((message) => {
    let known: Known = (message.parentId === null ? undefined : after.get(message.parentId)) ?? new Map();
    const parts = message.parts.flatMap((part): SourcePart[] => {
      if (part.kind !== "change") return [part];
      const artifact = changed(known, part);
      if (!artifact) {
        onMiss(part.key);
        return [missed(part)];
      }
      known = new Map([...known, [part.key, artifact]]);
      return [{ kind: "artifact", ...artifact }];
    });
    after.set(message.id, known);
    return { ...message, parts };
  });
}

function changed(known: Known, change: ArtifactChange): Artifact | null {
  const before = known.get(change.key);
  if (change.op === "write") {
    const same = change.isNew ? undefined : before;
    const type = change.type ?? same?.type ?? "code";
    return {
      key: change.isNew && before ? `${change.key}-${before.version + 1}` : (same?.key ?? change.key),
      version: (before?.version ?? 0) + 1,
      title: change.title?.trim() || same?.title || change.key,
      ...{ type, language: change.language ?? same?.language ?? "", content: change.content },
    };
  }
  if (!before) return null;
  const content =
    change.op === "replace"
      ? replaced(before.content, change.from, change.to)
      : patched(before.content, change.edits);
  return content === null ? null : { ...before, version: before.version + 1, content };
}

const replaced = (content: string, from: string, to: string): string | null => {
  const at = from === "" ? -1 : content.indexOf(from);
  return at < 0 ? null : content.slice(0, at) + to + content.slice(at + from.length);
};

const WHOLE = /^\^?(?:\(\?s\))?(?:\.\*|\[\\s\\S\]\*)\$?$/;
const META = /[.*+?^${}()|[\]\\]/;

/**
 * Applies edits by patterns of Python. Only patterns for the whole text or for a fixed text are applied: a pattern of the
 * file could compute without end.
 */
function patched(
  content: string,
  edits: readonly { pattern: string; replacement: string; isEach: boolean }[],
): string | null {
  let now: string | null = content;
  for (const { pattern, replacement, isEach } of edits) {
    if (now === null) return null;
    if (WHOLE.test(pattern)) {
      now = replacement;
      continue;
    }
    const fixed = pattern
      .replace(/\\([^\w])/g, "$1")
      .replaceAll("\\n", "\n")
      .replaceAll("\\t", "\t");
    if (META.test(pattern.replace(/\\[^\w]|\\n|\\t/g, ""))) return null;
    if (!now.includes(fixed)) return null;
    now = isEach ? now.replaceAll(fixed, () => replacement) : replaced(now, fixed, replacement);
  }
  return now;
}

const missed = (change: ArtifactChange): SourcePart => ({
  kind: "call",
  name: "artifact",
  input: change.op === "patterns" ? { updates: change.edits } : change,
});

const TYPES: Record<string, ArtifactType> = {
  "application/vnd.ant.react": "react",
  "code/react": "react",
  "code/typescriptreact": "react",
  "text/html": "html",
  "code/html": "html",
  "image/svg+xml": "svg",
  "code/svg": "svg",
  "application/vnd.ant.mermaid": "mermaid",
  "text/vnd.mermaid": "mermaid",
  "text/markdown": "markdown",
  document: "markdown",
};
const EXTENSIONS: Record<string, ArtifactType> = {
  jsx: "react",
  tsx: "react",
  html: "html",
  htm: "html",
  svg: "svg",
  mermaid: "mermaid",
  mmd: "mermaid",
  md: "markdown",
};

export const artifactTypeOf = (type: string): ArtifactType => TYPES[type] ?? "code";
export const artifactTypeOfFile = (path: string): ArtifactType | undefined =>
  EXTENSIONS[/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ""];
