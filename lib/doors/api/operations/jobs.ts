import { z } from "zod";
import { deleted, op, type Tag } from "@/lib/doors/api/operation";
import {
  cronPreview,
  jobAnswer,
  jobList,
  jobRunList,
  jobRunView,
  pulseAnswer,
  scheduleView,
  triggerAnswer,
  triggerList,
} from "@/lib/shared/jobs/contract";

const run = z.object({ run: jobRunView });

export const jobs: Tag = {
  name: "Jobs",
  description: "Cron jobs, triggers and check-ins (the pulse).",
  operations: {
    "GET /api/jobs": op("Lists the cron jobs.", jobList),
    "POST /api/jobs": op("Creates a cron job.", jobAnswer),
    "GET /api/jobs/{id}": op("Returns a cron job.", jobAnswer),
    "PATCH /api/jobs/{id}": op("Changes a cron job.", jobAnswer),
    "DELETE /api/jobs/{id}": op("Deletes a cron job.", deleted),
    "POST /api/jobs/{id}/run": op("Runs a cron job now.", run),
    "GET /api/jobs/{id}/runs": op("Lists the runs of a cron job.", jobRunList),
    "GET /api/jobs/preview": op("Returns the next times of a cron expression.", cronPreview),
    "GET /api/triggers": op("Lists the triggers.", triggerList),
    "POST /api/triggers": op("Creates a trigger.", triggerAnswer),
    "GET /api/triggers/{id}": op("Returns a trigger.", triggerAnswer),
    "PATCH /api/triggers/{id}": op("Changes a trigger.", triggerAnswer),
    "DELETE /api/triggers/{id}": op("Deletes a trigger.", deleted),
    "POST /api/triggers/{id}/run": op("Fires a trigger now.", run),
    "GET /api/triggers/{id}/runs": op("Lists the runs of a trigger.", jobRunList),
    "GET /api/pulse": op("Returns the settings of the check-ins.", pulseAnswer),
    "PUT /api/pulse": op("Changes the check-ins.", pulseAnswer),
    "POST /api/pulse/run": op("Runs a check-in now.", run),
    "GET /api/pulse/runs": op("Lists the check-ins.", jobRunList),
    "GET /api/schedule": op("Lists past and due job runs in a span of time.", scheduleView),
  },
};
