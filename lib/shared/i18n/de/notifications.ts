import type { t } from "../en/notifications.ts";
import type { Translation } from "../translate.ts";

export default {
  failed: "Nicht eingeschaltet. Versuch es in den Einstellungen.",
  title: "Benachrichtigungen",
  offer: "Benachrichtigen, wenn der Agent auf dich wartet?",
  notifyMe: "Benachrichtigen",
} satisfies Translation<typeof t>;
