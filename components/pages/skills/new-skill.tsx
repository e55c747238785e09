"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { TextField } from "@/components/draw/editor/text-field";
import { useRouter } from "@/components/ui/kit/agent-base";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/skills";
import { MAX_DESCRIPTION, skillFrontmatter } from "@/lib/shared/skills/fields";
import { createSkill } from "./api";

type Wrong = { name?: string; description?: string };

export function NewSkill({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [wrong, setWrong] = useState<Wrong>({});
  const { mutate, reset, error, isPending } = useMutation({
    mutationFn: createSkill,
    onSuccess: (made) => router.push(`/agent/skills/${made.name}`),
  });
  const create = () => {
    reset();
    const { shape } = skillFrontmatter;
    const [named, described] = [shape.name.safeParse(name.trim()), shape.description.safeParse(description)];
    setWrong({
      name: named.error?.issues[0]?.message,
      description: described.error?.issues[0]?.message,
    });
    if (named.success && described.success) mutate(template(named.data, described.data));
  };
  return (
    <FormDialog
      title={t("newSkill")}
      about={t("newSkillAbout")}
      action={common("create")}
      isDisabled={isPending}
      problem={error && t("notCreated", { error: failureText(error) })}
      onSubmit={create}
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
        maxLength={MAX_DESCRIPTION}
      />
    </FormDialog>
  );
}

/** YAML accepts JSON strings. */
const template = (name: string, description: string): string =>
  `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n# ${name}\n\n1. \n`;
