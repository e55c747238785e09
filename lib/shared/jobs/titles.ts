import { t } from "../i18n/en/queueTitles.ts";

const isKey = (name: string): name is keyof typeof t.messages => Object.hasOwn(t.messages, name);

/** Returns the title of a background job's queue in the current language. */
export const titleOfQueue = (name: string): string => (isKey(name) ? t(name) : name);
