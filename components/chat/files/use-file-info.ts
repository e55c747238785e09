"use client";

import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { useChanges } from "@/components/client/changes";
import { fileOf } from "@/components/client/events";
import { ApiError, request } from "@/components/client/request";
import { fileIdOf } from "@/lib/shared/file-address";
import { type StoredFile, storedFile } from "@/lib/shared/files";

const info = z.object({ file: storedFile });
type Info = StoredFile | "gone" | undefined;

/** What was heard last: a list of messages forgets the rows that are scrolled away. */
const known = new Map<string, Info>();

/** What the server says of a stored file; "gone" when it was deleted, undefined until it has answered. */
export function useFileInfo(url: string): Info {
  const id = fileIdOf(url);
  const [file, setFile] = useState<Info>(id === undefined ? undefined : known.get(id));
  const listen = useChanges();
  useEffect(() => {
    if (id === undefined) return;
    let isOver = false;
    const look = async () => {
      const found = await read(url);
      if (found === undefined || isOver) return;
      known.set(id, found);
      setFile(found);
    };
    if (!known.has(id)) void look();
    const leave = listen((change) => {
      if (change === null || fileOf(change) === id) void look();
    });
    return () => {
      isOver = true;
      leave();
    };
  }, [id, url, listen]);
  return file;
}

async function read(url: string): Promise<Info> {
  try {
    return info.parse(await (await request(`${url}/info`)).json()).file;
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? "gone" : undefined;
  }
}
