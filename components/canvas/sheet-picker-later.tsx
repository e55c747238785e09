"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { SheetPickerProps } from "./sheet-picker";

const Picker = dynamic(() => import("./sheet-picker").then((module) => module.SheetPicker));

/** Loads the list of sheets when it is asked for the first time. */
export function SheetPicker(props: SheetPickerProps) {
  const [wanted, setWanted] = useState(props.isOpen);
  if (props.isOpen && !wanted) setWanted(true);
  return wanted ? <Picker {...props} /> : null;
}
