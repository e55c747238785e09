"use client";

import { useId } from "react";
import { Field, FieldContent, FieldDescription, FieldLabel, FieldTitle } from "@/components/ui/field";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { BLOCK_PERMISSIONS, type BlockPermission } from "@/lib/shared/memory";
import { PERMISSION_WORDS } from "./words";

type PermissionFieldProps = { permission: BlockPermission; onChoose: (permission: BlockPermission) => void };

/** What the agent may do with a block. It cannot change this itself. */
export function PermissionField({ permission, onChoose }: PermissionFieldProps) {
  const id = useId();
  return (
    <RadioGroup
      aria-label="What the agent may do"
      value={permission}
      onValueChange={(chosen) => {
        const wanted = BLOCK_PERMISSIONS.find((one) => one === chosen);
        if (wanted && wanted !== permission) onChoose(wanted);
      }}
      className="gap-1"
    >
      {BLOCK_PERMISSIONS.map((one) => {
        const { title, about } = PERMISSION_WORDS[one];
        return (
          <FieldLabel
            key={one}
            htmlFor={`${id}-${one}`}
            className="has-[>[data-slot=field]]:border-transparent has-[>[data-slot=field]]:px-2.5 has-[>[data-slot=field]]:py-2 hover:bg-fill-hover"
          >
            <Field orientation="horizontal">
              <RadioGroupItem
                id={`${id}-${one}`}
                value={one}
                aria-label={title}
                aria-describedby={`${id}-${one}-about`}
                className="mt-0.5"
              />
              <FieldContent>
                <FieldTitle>{title}</FieldTitle>
                <FieldDescription id={`${id}-${one}-about`}>{about}</FieldDescription>
              </FieldContent>
            </Field>
          </FieldLabel>
        );
      })}
    </RadioGroup>
  );
}
