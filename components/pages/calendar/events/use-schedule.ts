"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isAboutJobs, readSchedule, type Span } from "../jobs/api";

export function useSchedule(span: Span) {
  const { data, error } = useQuery({
    queryKey: ["schedule", "span", span.from, span.to],
    queryFn: ({ signal }) => readSchedule(span, signal),
    placeholderData: keepPreviousData,
    meta: { outdatedBy: isAboutJobs },
  });
  return { schedule: data, error };
}
