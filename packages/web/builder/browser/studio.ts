import { startWorker } from "../../ui/browser/pdf/worker.ts";
import type { EmbedPageData } from "../../ui/browser/session/page_data.ts";
import type { EmbedSession } from "../../ui/browser/session/session.ts";
import { Builder } from "./builder.ts";
import { setPdfReader } from "./canvas/pdf_reader.ts";
import { View } from "./preview/view.ts";
import type { OpenedTemplate } from "./template/templates.ts";

/** Options from the start script. */
export interface StudioStart {
  readonly session: EmbedSession;
  readonly data: EmbedPageData;
  readonly template: OpenedTemplate | undefined;
}

/** Opens the builder, or the viewer in a session that may only view. */
export function openStudio({ session, data, template }: StudioStart): Builder | View {
  const worker = startWorker(data.worker);
  worker.failure.catch(() => {});
  setPdfReader(worker, data.library);
  const reader = { worker, library: data.library };
  return session.context.scope.mode === "view"
    ? new View({ session, template, reader })
    : new Builder({ session, template, reader });
}
