import { DateTime } from "effect";

import type { Render, RenderPage } from "./render.ts";

/**
 * A render in JSON. Clients poll renders and list many of them, and the schema encodes them several times as
 * slowly. The keys are in the order of the schema.
 */
export function renderJson(render: Render): typeof Render.Encoded {
  return {
    id: render.id,
    status: render.status,
    pollUrl: render.pollUrl,
    downloadUrl: render.downloadUrl,
    errorMessage: render.errorMessage,
    createdAt: DateTime.formatIso(render.createdAt),
    templateVersionId: render.templateVersionId,
    versionNumber: render.versionNumber,
    templateId: render.templateId,
    templateSlug: render.templateSlug,
    source: render.source,
    batchId: render.batchId,
    filename: render.filename,
    errorCode: render.errorCode,
    pageCount: render.pageCount,
    byteSize: render.byteSize,
    sha256: render.sha256,
    startedAt: formatTime(render.startedAt),
    completedAt: formatTime(render.completedAt),
    warnings: render.warnings,
    signingFields: render.signingFields,
    encryption: render.encryption,
    standard: render.standard,
    durationMs: render.durationMs,
  };
}

/** A page of renders in JSON. */
export function renderPageJson({
  renders,
  hasMore,
  nextCursor,
}: RenderPage): typeof RenderPage.Encoded {
  return { renders: renders.map(renderJson), nextCursor, hasMore };
}

function formatTime(time: DateTime.Utc | null): string | null {
  return time === null ? null : DateTime.formatIso(time);
}
