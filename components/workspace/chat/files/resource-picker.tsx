"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MCP } from "@/components/client/events";
import { failureText } from "@/components/client/failure";
import { listResources, readServers, SERVERS, takeResource } from "@/components/client/mcp";
import { CommandDialog, CommandGroup, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { FieldError } from "@/components/ui/field-error";
import { FileIcon } from "@/components/ui/kit/file-icon";
import { Spinner } from "@/components/ui/spinner";
import type { StoredFile } from "@/lib/shared/files";
import { t } from "@/lib/shared/i18n/en/chatFiles";
import { t as common } from "@/lib/shared/i18n/en/common";

export type ResourcePickerProps = {
  /** Limits the list to this server. Renders nothing if it has no resources. */
  server: string | undefined;
  onTake: (files: readonly StoredFile[]) => void;
  onClose: () => void;
  onClosed: () => void;
};

const isOutdated = (change: string) => change === MCP;

export function ResourcePicker({ server, onTake, onClose, onClosed }: ResourcePickerProps) {
  const servers = useQuery({
    queryKey: SERVERS,
    queryFn: ({ signal }) => readServers(signal),
    meta: { outdatedBy: isOutdated },
  });
  const offering = (servers.data ?? []).filter(
    ({ id, resources }) => resources && (server === undefined || id === server),
  );
  const lists = useQueries({
    queries: offering.map(({ id }) => ({
      queryKey: [...SERVERS, id, "resources"],
      queryFn: ({ signal }: { signal: AbortSignal }) => listResources(id, signal),
      // Servers do not announce changes of their resources, so load the list each time.
      staleTime: 0,
      gcTime: 0,
    })),
  });
  const [taking, setTaking] = useState<string>();
  const [problem, setProblem] = useState<string>();
  if (server !== undefined && offering.length === 0) return null;

  const take = async (id: string, uri: string) => {
    if (taking !== undefined) return;
    setTaking(uri);
    setProblem(undefined);
    try {
      onTake(await takeResource(id, uri));
      onClose();
    } catch (error) {
      setProblem(failureText(error));
      setTaking(undefined);
    }
  };
  const failed = servers.error ?? lists.find(({ error }) => error)?.error;
  const isReading = servers.isPending || lists.some(({ isPending }) => isPending);
  const isEmpty = !isReading && !failed && lists.every(({ data }) => !data?.resources.length);
  return (
    <CommandDialog
      open
      title={t("attachFromServer")}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClosed();
      }}
    >
      <CommandInput placeholder={t("searchResources")} maxLength={200} />
      <FieldError role="alert" className="px-3 pt-2">
        {problem ?? (failed ? failureText(failed) : undefined)}
      </FieldError>
      <CommandList className="max-h-[min(440px,60dvh)]">
        {isReading && (
          <p role="status" className="flex items-center justify-center gap-2 px-2 py-6 text-ink-2">
            <Spinner aria-hidden role="presentation" />
            {common("loading")}
          </p>
        )}
        {isEmpty && <p className="px-2 py-6 text-center text-ink-2">{t("nothingOffered")}</p>}
        {offering.map(({ id, title }, at) => {
          const { resources = [], hasMore = false } = lists[at]?.data ?? {};
          if (resources.length === 0) return null;
          const heading = hasMore ? t("firstOf", { server: title, count: resources.length }) : title;
          return (
            <CommandGroup key={id} heading={heading}>
              {resources.map(({ uri, title: name, description, mediaType }) => (
                <CommandItem
                  key={uri}
                  value={`${id} ${uri}`}
                  keywords={[name, description ?? ""]}
                  disabled={taking !== undefined}
                  onSelect={() => void take(id, uri)}
                >
                  {taking === uri ? (
                    <Spinner aria-label={common("reading")} />
                  ) : (
                    <FileIcon mediaType={mediaType ?? ""} className="text-ink-2" />
                  )}
                  <span className="min-w-0 flex-1 truncate" title={uri}>
                    {name}
                    {description && <span className="text-ink-3"> {description}</span>}
                  </span>
                </CommandItem>
              ))}
            </CommandGroup>
          );
        })}
      </CommandList>
    </CommandDialog>
  );
}
