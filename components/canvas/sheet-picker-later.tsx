"use client";

import { useState } from "react";
import { later } from "@/components/ui/later";
import type { SheetPickerProps } from "./sheet-picker";

const Picker = later(() => import("./sheet-picker").then((module) => module.SheetPicker));

/** Loads the list of sheets when it is asked for the first time. */
export function SheetPicker(props: SheetPickerProps) {
  const [wanted, setWanted] = useState(props.isOpen);
  if (props.isOpen && !wanted) setWanted(true);
  return wanted ? <Picker {...props} /> : null;
}
