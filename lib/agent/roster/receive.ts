import { type BlobSizes, cutBytes } from "@/lib/code/history/cut-bytes";
import { incoming } from "@/lib/ground/blobs/incoming";
import { jsonOfBody } from "@/lib/platform/http/request-body";
import { AGENT_FILE_SHAPE } from "@/lib/shared/agents/agent-file";
import { AppError } from "@/lib/shared/errors";

/**
 * Reads an agent file from a request as a stream. Its binary data is in the data folder by the time the JSON
 * is parsed.
 */
export async function receiveAgentFile(request: Request): Promise<{ file: unknown; imported: BlobSizes }> {
  const { body, headers } = request;
  if (!body) throw new AppError("bad_request", "The body is empty. Send JSON.");
  const { text, blobSizes: imported } = await cutBytes(incoming(body));
  const file = jsonOfBody(text, headers, AGENT_FILE_SHAPE);
  if (file === undefined) throw new AppError("bad_request", "The body is empty. Send JSON.");
  return { file, imported };
}
