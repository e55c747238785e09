import { Archive, BookMarked, Lightbulb, type LucideIcon, UserRound } from "lucide-react";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import type { BlockPermission, MemoryLayer } from "@/lib/shared/memory/memory";

type Label = { title: string; about?: string };

/** User-facing names of an agent's permissions on a block. The user can always do everything. */
export const PERMISSION_LABELS: Record<BlockPermission, Label> = {
  read_only: {
    get title() {
      return common("readOnly");
    },
  },
  append: {
    get title() {
      return t("append");
    },
  },
  partner: {
    get title() {
      return t("askYou");
    },
    get about() {
      return t("askYouHint");
    },
  },
  human: {
    get title() {
      return t("askThere");
    },
    get about() {
      return t("askThereHint");
    },
  },
  read_write: {
    get title() {
      return t("change");
    },
  },
  admin: {
    get title() {
      return t("changeAndDelete");
    },
  },
};

export type Kind = "summary" | "block" | "fact" | "archive";

export const KIND_LABELS: Record<Kind, Required<Label> & { icon: LucideIcon }> = {
  summary: {
    icon: UserRound,
    get title() {
      return t("aboutYou");
    },
    get about() {
      return t("aboutYouHint");
    },
  },
  block: {
    icon: BookMarked,
    get title() {
      return t("block");
    },
    get about() {
      return t("blockHint");
    },
  },
  fact: {
    icon: Lightbulb,
    get title() {
      return common("fact");
    },
    get about() {
      return t("factHint");
    },
  },
  archive: {
    icon: Archive,
    get title() {
      return t("archive");
    },
    get about() {
      return t("archiveHint");
    },
  },
};

export const LAYER_LABELS: Record<MemoryLayer, Label> = {
  long: {
    get title() {
      return t("permanent");
    },
  },
  mid: {
    get title() {
      return t("months");
    },
    get about() {
      return t("expires", { days: 90 });
    },
  },
  short: {
    get title() {
      return t("weeks");
    },
    get about() {
      return t("expires", { days: 14 });
    },
  },
  session: {
    get title() {
      return t("thisChat");
    },
    get about() {
      return t("thisChatHint");
    },
  },
};

/** Returns for example "70% sure", or "" for a certain fact. */
export const formatCertainty = (certainty: number): string =>
  certainty < 1 ? t("sure", { percent: Math.round(certainty * 100) }) : "";
