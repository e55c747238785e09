"use client";

import { useQuery } from "@tanstack/react-query";
import { failureText } from "@/components/client/failure";
import { isAboutData } from "./about-data";
import { readOverview } from "./api";

export function useDatabase() {
  const { data, error, refetch } = useQuery({
    queryKey: ["database"],
    queryFn: ({ signal }) => readOverview(signal),
    meta: { outdatedBy: isAboutData() },
  });
  return { database: data, problem: error ? failureText(error) : undefined, load: () => void refetch() };
}
