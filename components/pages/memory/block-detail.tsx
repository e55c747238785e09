"use client";

import { Trash2 } from "lucide-react";
import { useId, useMemo } from "react";
import { failureText } from "@/components/client/failure";
import { FromWeb } from "@/components/client/origins/from-web";
import { When } from "@/components/client/versions/when";
import { TextEditor } from "@/components/pages/instructions/text-editor";
import { useText } from "@/components/pages/instructions/use-text";
import { Button } from "@/components/ui/button";
import { Field, FieldContent, FieldDescription, FieldLabel, FieldTitle } from "@/components/ui/field";
import { agentHref } from "@/components/ui/kit/agent-base";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Sheet, SheetContent, SheetDescription, SheetHeader, SheetTitle } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import {
  BLOCK_PERMISSIONS,
  type BlockKey,
  type BlockPermission,
  blockName,
} from "@/lib/shared/memory/memory";
import type { BlockView } from "@/lib/shared/memory/memory-view";
import { savedText, textOfBlock } from "./api";
import { BlockAbout } from "./block-about";
import { BlockShares } from "./block-shares";
import { FillBar } from "./fill-bar";
import { KIND_LABELS, PERMISSION_LABELS } from "./labels";
import { hrefOf, placeOfBlock } from "./memory-url";
import { type BlockActions, useBlock } from "./use-blocks";
import { VersionsOf } from "./versions-of";

type BlockDetailProps = { of: BlockKey; now: string; actions: BlockActions; onClose: () => void };

export function BlockDetail({ of, now, actions, onClose }: BlockDetailProps) {
  const { block, error, reload } = useBlock(of);
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent className="w-150 bg-sheet max-md:w-full max-md:max-w-full">
        <SheetHeader className="px-5 pt-4 pb-0 max-md:px-4">
          <SheetTitle className="font-mono text-prose font-medium wrap-anywhere">{of.label}</SheetTitle>
          <SheetDescription className="text-ink-2 wrap-anywhere">
            {error && !block ? failureText(error) : KIND_LABELS[of.isArchival ? "archive" : "block"].title}
            {block && (
              <>
                {" · "}
                {t.rich("changed", { when: () => <When at={block.updatedAt} now={now} /> })}
                {block.lastUsedAt && <LastRead at={block.lastUsedAt} now={now} />}
              </>
            )}
          </SheetDescription>
        </SheetHeader>
        {block ? (
          <OpenBlock key={blockName(block)} block={block} now={now} actions={actions} onClose={onClose} />
        ) : error ? (
          <Button variant="outline" className="m-5 self-start" onClick={reload}>
            {common("tryAgain")}
          </Button>
        ) : (
          <Skeleton className="m-5 h-60" />
        )}
      </SheetContent>
    </Sheet>
  );
}

const LastRead = (time: { at: string; now: string }) => (
  <>
    {" · "}
    {t.rich("lastRead", { when: () => <When {...time} /> })}
  </>
);

type OpenBlockProps = Omit<BlockDetailProps, "of"> & { block: BlockView };

function OpenBlock({ block, now, actions, onClose }: OpenBlockProps) {
  const { label, isArchival, text, charLimit, permission, sharedBy } = block;
  const store = useMemo(() => textOfBlock({ label, isArchival }), [label, isArchival]);
  const live = savedText(block);
  const edited = useText(store, live, () => void actions.renew());
  return (
    <div className="flex flex-col gap-6 p-5 max-md:p-4">
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-3">
          <FillBar label={label} chars={text.length} limit={charLimit} />
          <FromWeb kind="block" name={blockName(block)} />
        </div>
        <TextEditor
          label={t("textOf", { label })}
          placeholder={t("empty")}
          text={edited}
          live={live}
          maxChars={charLimit}
          className="flex-none border border-line-strong shadow-none"
        />
      </div>
      {sharedBy ? (
        <p className="text-ink-2 wrap-anywhere">
          {t.rich("sharedByAgent", {
            name: sharedBy.name,
            permission: PERMISSION_LABELS[permission].title,
            link: (chunks) => (
              <a
                href={agentHref(sharedBy.agent, hrefOf(placeOfBlock(block)))}
                className="rounded-in text-ink underline underline-offset-4"
              >
                {chunks}
              </a>
            ),
          })}
        </p>
      ) : (
        <OwnBlock block={block} now={now} actions={actions} onClose={onClose} />
      )}
    </div>
  );
}

/** Settings that are available only on the page of the agent that owns the block. */
function OwnBlock({ block, now, actions, onClose }: OpenBlockProps) {
  const { isArchival, permission, version } = block;
  return (
    <>
      <section aria-label={t("permissions")} className="flex flex-col gap-2">
        <h3 className="font-medium">{t("permissions")}</h3>
        <PermissionField
          permission={permission}
          onChoose={(permission) => actions.change(block, { permission })}
        />
      </section>
      <BlockAbout key={version} block={block} onChange={(fields) => actions.change(block, fields)} />
      {!isArchival && <BlockShares block={block} onChanged={actions.renew} />}
      <section aria-label={common("history")} className="flex flex-col gap-2">
        <h3 className="font-medium">{common("history")}</h3>
        <VersionsOf kind="block" name={blockName(block)} live={version} now={now} />
      </section>
      <Button
        variant="destructive"
        className="self-start"
        onClick={() => {
          onClose();
          actions.remove(block);
        }}
      >
        <Trash2 aria-hidden />
        {common("delete")}
      </Button>
    </>
  );
}

type PermissionFieldProps = { permission: BlockPermission; onChoose: (permission: BlockPermission) => void };

/** Sets what the agent may do with the block. The agent itself cannot change this. */
function PermissionField({ permission, onChoose }: PermissionFieldProps) {
  const id = useId();
  return (
    <RadioGroup
      aria-label={t("permissions")}
      value={permission}
      onValueChange={(chosen) => {
        const wanted = BLOCK_PERMISSIONS.find((one) => one === chosen);
        if (wanted && wanted !== permission) onChoose(wanted);
      }}
      className="gap-1"
    >
      {BLOCK_PERMISSIONS.map((one) => {
        const { title, about } = PERMISSION_LABELS[one];
        return (
          <FieldLabel
            key={one}
            htmlFor={`${id}-${one}`}
            className="has-[>[data-slot=field]]:border-transparent has-[>[data-slot=field]]:px-2.5 has-[>[data-slot=field]]:py-2 hover:bg-fill-hover"
          >
            <Field orientation="horizontal">
              <RadioGroupItem
                id={`${id}-${one}`}
                value={one}
                aria-label={title}
                aria-describedby={about && `${id}-${one}-about`}
                className="mt-0.5"
              />
              <FieldContent>
                <FieldTitle>{title}</FieldTitle>
                {about && <FieldDescription id={`${id}-${one}-about`}>{about}</FieldDescription>}
              </FieldContent>
            </Field>
          </FieldLabel>
        );
      })}
    </RadioGroup>
  );
}
