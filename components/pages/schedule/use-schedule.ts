"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { isAboutJobs, readSchedule, type Span } from "./api";

export function useSchedule(span: Span) {
  const { data, error, refetch } = useQuery({
    queryKey: ["schedule", "span", span.from, span.to],
    queryFn: ({ signal }) => readSchedule(span, signal),
    placeholderData: keepPreviousData,
    meta: { outdatedBy: isAboutJobs },
  });
  return { schedule: data, error, reload: () => void refetch() };
}
