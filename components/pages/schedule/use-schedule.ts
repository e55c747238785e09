"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isAboutJobs, readSchedule, type Span } from "./api";

/** What was due and is due within a span; while another one is read, what was known stays. */
export function useSchedule(span: Span) {
  const { data, error, refetch } = useQuery({
    queryKey: ["schedule", "span", span.from, span.to],
    queryFn: ({ signal }) => readSchedule(span, signal),
    placeholderData: keepPreviousData,
    meta: { outdatedBy: isAboutJobs },
  });
  return { schedule: data, error, reload: () => void refetch() };
}
