import { vi } from "vitest";

/*
 * Raises vitest's default wait of one second, which is too short on a busy machine. Tests of speed pass their
 * own timeout.
 */
const WAIT_MS = 10_000;

type Patient = typeof vi.waitFor & { isPatient?: true };

const waitFor: Patient = vi.waitFor;
if (!waitFor.isPatient) {
  const patient: Patient = (callback, options) =>
    waitFor(callback, typeof options === "number" ? options : { timeout: WAIT_MS, ...options });
  patient.isPatient = true;
  vi.waitFor = patient;
}
