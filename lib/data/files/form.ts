import { once } from "node:events";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { AppError, isAppError } from "@/lib/shared/errors";

const MAX_FILES = 20;

type Keep<T> = (bytes: AsyncIterable<Uint8Array>, name: string, type: string) => Promise<T>;

export async function eachPart<T>(
  bytes: AsyncIterable<Uint8Array>,
  type: string,
  keep: Keep<T>,
): Promise<T[]> {
  const form = begin(type);
  const parts: Promise<T>[] = [];
  const streams: BusboyFileStream[] = [];
  const failure = new AbortController();
  const { signal } = failure;
  const fail = (error: unknown) => failure.abort(isAppError(error) ? error : malformed(error));
  const read = (field: string, stream: BusboyFileStream, name = "file", _ = "", mediaType = "") => {
    // If the upload is aborted, the form reports the error, so ignore it here.
    stream.on("error", () => {});
    streams.push(stream);
    if (field !== "file")
      fail(new AppError("invalid", `The form has a file named ${quoted(field)}. Name it file.`));
    const part = keep(stream, name, mediaType);
    part.catch(fail);
    parts.push(part);
  };
  form.on("file", read);
  form.on("field", (name) => fail(new AppError("invalid", `The form has an unknown field ${quoted(name)}.`)));
  form.on("filesLimit", () => fail(tooMany));
  form.on("error", fail);
  const ended = once(form, "finish", { signal });
  ended.catch(() => {});
  try {
    for await (const piece of bytes) {
      signal.throwIfAborted();
      if (!form.write(piece)) await once(form, "drain", { signal });
    }
    form.end();
    await ended;
    return await Promise.all(parts);
  } catch (error) {
    form.destroy();
    const why = signal.aborted ? signal.reason : malformed(error);
    for (const stream of streams) stream.destroy(why);
    await Promise.allSettled(parts);
    throw why;
  }
}

function begin(type: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { "content-type": type },
      limits: { files: MAX_FILES, fields: 10, fieldSize: 1_000, parts: MAX_FILES + 10, headerPairs: 50 },
    });
  } catch (error) {
    throw malformed(error);
  }
}

const quoted = (name: string) => JSON.stringify(name.slice(0, 100));

const tooMany = new AppError(
  "too_large",
  `The form has more than ${MAX_FILES} files. Send them in several requests.`,
);

const malformed = (cause: unknown) =>
  new AppError(
    "bad_request",
    "The form is incomplete or malformed, so none of its files were stored. Send it again.",
    {
      cause,
    },
  );
