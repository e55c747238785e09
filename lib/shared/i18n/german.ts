import settings from "./de/settings.ts";
import { addCatalogue, type Messages } from "./locale.ts";

export const german: Record<string, Messages> = { settings };

addCatalogue("de", (area) => german[area]);
