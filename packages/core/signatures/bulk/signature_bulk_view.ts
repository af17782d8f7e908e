import { Schema } from "effect";

import type { Occurrence } from "../../webhooks/mod.ts";
import { SignatureBulk } from "./signature_bulk.ts";
import type { StoredSignatureBulk } from "./signature_bulk_store.ts";

/**
 * A bulk request in the form of the API.
 *
 * @param base The deployment's `{base_url}`.
 */
export function signatureBulkView(stored: StoredSignatureBulk, base: string): SignatureBulk {
  const { projectId: _, ...bulk } = stored;
  const pollUrl = `${base}/v1/signatures/bulk/${bulk.id}`;
  return {
    ...bulk,
    status: bulk.completedAt === null ? "processing" : "completed",
    pollUrl,
    rowsUrl: `${pollUrl}/rows`,
  };
}

const encode = Schema.encodeSync(SignatureBulk);

/**
 * The event of a completed bulk request, with the bulk request in the form of the API.
 *
 * @param base The deployment's `{base_url}`.
 */
export function bulkCompletedEvent(bulk: StoredSignatureBulk, base: string): Occurrence {
  return {
    projectId: bulk.projectId,
    type: "signature_bulk.completed",
    data: encode(signatureBulkView(bulk, base)),
  };
}
