import { t } from "@/lib/shared/i18n/en/shared";

export type Opening = {
  id: string;
  title: string;
  about: string;
  /** Text of the message that a click on the suggestion sends. Any model must be able to do what it asks. */
  text: string;
  /** Name of a lucide icon in kebab-case. */
  icon: string;
};

/** Suggestions on the first page. The demo model supports each of them. */
export const openings = [
  {
    id: "bake",
    get title() {
      return t("bake");
    },
    get about() {
      return t("bakeAbout");
    },
    get text() {
      return t("bakeText");
    },
    icon: "croissant",
  },
  {
    id: "sales",
    get title() {
      return t("sales");
    },
    get about() {
      return t("salesAbout");
    },
    get text() {
      return t("salesText");
    },
    icon: "chart-line",
  },
  {
    id: "tool",
    get title() {
      return t("ownTool");
    },
    get about() {
      return t("ownToolAbout");
    },
    get text() {
      return t("ownToolText");
    },
    icon: "wrench",
  },
] as const satisfies readonly Opening[];
