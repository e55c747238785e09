import { Pencil, Trash2 } from "lucide-react";
import type { ActionGroups } from "@/components/ui/kit/action-menu";
import { pinAction } from "@/components/ui/kit/menu-button";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/shellConversations";

type ConversationActions = {
  isPinned: boolean;
  onRename: () => void;
  onPin: () => void;
  onDelete: () => void;
};

/**
 * Returns the actions of every conversation menu. They move the focus themselves, because the menu button may
 * unmount with its row.
 */
export const conversationActions = (actions: ConversationActions): ActionGroups => [
  [
    { label: t("rename"), icon: Pencil, takesFocus: true, onSelect: actions.onRename },
    { ...pinAction(actions.isPinned, actions.onPin), takesFocus: true },
  ],
  [
    {
      label: common("delete"),
      icon: Trash2,
      isDestructive: true,
      takesFocus: true,
      onSelect: actions.onDelete,
    },
  ],
];
