"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { TextField } from "@/components/draw/editor/text-field";
import { useRouter } from "@/components/ui/kit/agent-base";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { toolDescription, toolName } from "@/lib/shared/agent-tools/fields";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/toolsOwn";
import { createOwnTool, type OwnFields } from "../api";

type Wrong = { name?: string; description?: string };

export function NewTool({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [wrong, setWrong] = useState<Wrong>({});
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: createOwnTool,
    onSuccess: (_, made) => router.push(`/agent/tools/${made.name}#code`),
  });
  const make = () => {
    reset();
    const [named, described] = [toolName.safeParse(name.trim()), toolDescription.safeParse(description)];
    setWrong({
      name: named.error?.issues[0]?.message,
      description: described.error?.issues[0]?.message,
    });
    if (named.success && described.success) mutate({ name: named.data, ...template(described.data) });
  };
  return (
    <FormDialog
      title={t("newTool")}
      about={t("newToolAbout")}
      action={common("create")}
      isDisabled={isPending}
      problem={error && t("notCreated", { error: failureText(error) })}
      onSubmit={make}
      onClose={onClose}
    >
      <TextField
        label={common("name")}
        value={name}
        onText={setName}
        isRequired
        error={wrong.name}
        hint={t("nameHint")}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono"
      />
      <TextField
        label={t("description")}
        value={description}
        onText={setDescription}
        isLong
        isRequired
        error={wrong.description}
        hint={t("descriptionHint")}
      />
    </FormDialog>
  );
}

const template = (description: string): Omit<OwnFields, "limits"> => ({
  description,
  parameter_schema: {
    type: "object",
    properties: { text: { type: "string", description: "What to work on" } },
    required: ["text"],
  },
  code: `// args: what the tool was called with. state: get, set, delete and list what the agent keeps.
// What is returned is the result; console.log writes to the logs.
const count = ((await state.get("tool.calls")) ?? 0) + 1;
await state.set("tool.calls", count);
console.log("called", count, "times");
return { words: args.text.trim().split(/\\s+/).length };
`,
});
