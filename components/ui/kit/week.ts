import { formatTag } from "@/lib/shared/i18n/locale";

/** A Sunday. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;

const nameOf = (day: number): string =>
  new Intl.DateTimeFormat(formatTag(), { weekday: "long", timeZone: "UTC" }).format(SUNDAY + day * DAY_MS);

/** Names of the days in the current language, by `Date.getDay()`. */
export const WEEKDAYS: Readonly<Record<number, string>> = {
  get 0() {
    return nameOf(0);
  },
  get 1() {
    return nameOf(1);
  },
  get 2() {
    return nameOf(2);
  },
  get 3() {
    return nameOf(3);
  },
  get 4() {
    return nameOf(4);
  },
  get 5() {
    return nameOf(5);
  },
  get 6() {
    return nameOf(6);
  },
};
/** Day numbers in order of display, from Monday. */
export const WEEK = [1, 2, 3, 4, 5, 6, 0] as const;
