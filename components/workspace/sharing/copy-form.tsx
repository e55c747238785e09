"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { Input } from "@/components/ui/input";
import { DisclosureButton, DisclosureContent } from "@/components/ui/kit/disclosure";
import { CheckField, Field } from "@/components/ui/kit/fields";
import { Skeleton } from "@/components/ui/skeleton";
import { copyOf, type Exportable } from "@/components/workspace/export/index";
import { conversationCopy } from "@/lib/shared/chat/conversation-copy";
import { textOf } from "@/lib/shared/chat/parts";
import { callOf } from "@/lib/shared/chat/surfaces/sheet-change";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/sharing";
import type { LeftOut, ShareChoices } from "@/lib/shared/shares";
import { plainText } from "@/lib/shared/text/plain";
import { shareConversation } from "./api";
import { ExpirySelect } from "./expiry-select";

type CopyFormProps = {
  conversation: { id: string; title: string };
  /** The choices for the last copy. */
  former: ShareChoices | undefined;
  isUpdate: boolean;
  load: () => Promise<Exportable | undefined>;
  onStored: () => Promise<void>;
};

const CHOICES: Omit<ShareChoices, "title"> = {
  name: "",
  days: null,
  leftOut: { messages: [], tools: true, files: false },
};
const MAX_TITLE = 200;
const MAX_NAME = 60;
const MAX_EXCERPT = 100;

/** The choices for a copy of a conversation, at first those for the last copy. */
export function CopyForm({ conversation, former, isUpdate, load, onStored }: CopyFormProps) {
  const [choices, setChoices] = useState<ShareChoices>(
    () => former ?? { ...CHOICES, title: conversation.title.slice(0, MAX_TITLE) },
  );
  const { title, leftOut } = choices;
  const change = (part: Partial<ShareChoices>) => setChoices((before) => ({ ...before, ...part }));
  const leave = (part: Partial<LeftOut>) => change({ leftOut: { ...leftOut, ...part } });
  // The copy contains exactly the messages that the form lists.
  const loaded = useQuery({
    queryKey: ["conversation to share", useId()],
    queryFn: async () => {
      const from = await load();
      if (!from) throw new Error(t("notLoaded"));
      return from;
    },
    ...{ staleTime: Number.POSITIVE_INFINITY, retry: false },
  });
  const share = useMutation({
    mutationFn: async (from: Exportable) => {
      const copy = await copyOf(from, { choices, signal: new AbortController().signal });
      return shareConversation(conversation.id, { choices, copy });
    },
    onSuccess: onStored,
  });
  const from = loaded.data;
  const problem = loaded.error ?? share.error;
  return (
    <form
      className="flex min-w-0 flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (from) share.mutate(from);
      }}
    >
      <Field label={t("copyTitle")}>
        {(id) => (
          <Input
            id={id}
            required
            maxLength={MAX_TITLE}
            value={title}
            onChange={({ target }) => change({ title: target.value })}
          />
        )}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t("yourName")}>
          {(id) => (
            <Input
              id={id}
              maxLength={MAX_NAME}
              placeholder={t("noName")}
              value={choices.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <Field label={t("expires")}>
          {(id) => <ExpirySelect id={id} days={choices.days} onChange={(days) => change({ days })} />}
        </Field>
      </div>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-ui font-medium">{t("includes")}</legend>
        <CheckField
          label={t("files")}
          isOn={!leftOut.files}
          onToggle={() => leave({ files: !leftOut.files })}
        />
        <CheckField
          label={t("calls")}
          isOn={!leftOut.tools}
          onToggle={() => leave({ tools: !leftOut.tools })}
        />
        {from ? (
          <Messages from={from} leftOut={leftOut} onChange={(messages) => leave({ messages })} />
        ) : (
          !problem && <Skeleton className="h-8" />
        )}
      </fieldset>
      <FieldError>{problem && failureText(problem)}</FieldError>
      <Button
        type="submit"
        className="self-start max-md:h-11"
        disabled={!from || share.isPending || !title.trim()}
      >
        {isUpdate ? t("shareAgain") : t("createLink")}
      </Button>
    </form>
  );
}

type MessagesProps = { from: Exportable; leftOut: LeftOut; onChange: (leftOut: string[]) => void };

/** The messages of the copy, each of which can be left out. */
function Messages({ from, leftOut, onChange }: MessagesProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(leftOut.messages.length > 0);
  const { tools, files } = leftOut;
  const { messages, surfaces } = useMemo(
    () => conversationCopy(from, { messages: [], tools, files }),
    [from, tools, files],
  );
  const isIn = (message: string) => !leftOut.messages.includes(message);
  const toggle = (message: string) =>
    onChange(
      isIn(message) ? [...leftOut.messages, message] : leftOut.messages.filter((one) => one !== message),
    );
  const hasComponents = [...surfaces].some(
    ([call, { component }]) => component !== undefined && isIn(callOf(call).messageId),
  );
  return (
    <div>
      {hasComponents && <p className="text-meta text-ink-3">{t("codeOfComponents")}</p>}
      <DisclosureButton
        isOpen={isOpen}
        controls={id}
        className="w-full items-center rounded-in py-1.5"
        onOpen={setOpen}
      >
        {t("messages", { count: messages.filter((one) => isIn(one.id)).length, all: messages.length })}
      </DisclosureButton>
      <DisclosureContent
        id={id}
        isOpen={isOpen}
        className="flex max-h-60 flex-col gap-2 overflow-y-auto py-2 pl-6"
      >
        {messages.map((message) => {
          const shown = [...surfaces].find(([call]) => callOf(call).messageId === message.id)?.[1];
          const text = plainText(textOf(message)).slice(0, MAX_EXCERPT) || shown?.title || t("noText");
          const who = message.role === "user" ? common("you") : common("easel");
          return (
            <CheckField
              key={message.id}
              label={`${who}: ${text}`}
              isOn={isIn(message.id)}
              onToggle={() => toggle(message.id)}
            />
          );
        })}
      </DisclosureContent>
    </div>
  );
}
