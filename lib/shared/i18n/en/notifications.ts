import { english } from "../translate.ts";

export const t = english("notifications", {
  failed: "Not turned on. Try again under Settings.",
  title: "Notifications",
  offer: "Get notified when the agent waits for you?",
  notifyMe: "Notify me",
});
