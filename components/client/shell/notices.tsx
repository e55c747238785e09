"use client";

import { useEffect } from "react";
import { toasterMounted } from "@/components/ui/kit/toaster";
import { Toaster } from "@/components/ui/sonner";

export function Notices() {
  useEffect(() => toasterMounted(), []);
  return <Toaster />;
}
