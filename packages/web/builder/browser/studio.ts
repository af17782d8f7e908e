import { GlobalWorkerOptions } from "pdfjs-dist/legacy/build/pdf.mjs";

import type { Theme } from "../../ui/browser/appearance/color.ts";
import { startWorker } from "../../ui/browser/pdf/worker.ts";
import type { EmbedPageData } from "../../ui/browser/session/page_data.ts";
import { allowOrigins } from "../../ui/browser/session/parent.ts";
import type { EmbedSession } from "../../ui/browser/session/session.ts";
import { Builder } from "./builder.ts";
import { setPdfLibrary } from "./canvas/pdf_images.ts";
import { View } from "./preview/view.ts";
import type { OpenedTemplate } from "./template/templates.ts";

/** Options from the start script. */
export interface StudioStart {
  readonly session: EmbedSession;
  readonly data: EmbedPageData;
  readonly template: OpenedTemplate | undefined;
  readonly theme: Theme;
}

/** The exports of the studio script. */
export interface StudioModule {
  readonly openStudio: typeof openStudio;
}

/** The studio as the start script uses it. */
export interface Studio {
  readonly setTheme: (theme: Theme) => void;
}

/** Opens the builder, or the viewer in a session that may only view. */
export function openStudio({ session, data, template, theme }: StudioStart): Studio {
  // The start script has its own copy of this module state.
  allowOrigins(session.context.allowedOrigins);
  const worker = startWorker(data.worker);
  worker.failure.catch(() => {});
  GlobalWorkerOptions.workerPort = worker.port;
  setPdfLibrary(data.library);
  const reader = { worker, library: data.library };
  if (session.context.scope.mode === "view") return new View({ session, template, reader });
  return new Builder({ session, template, theme, reader });
}
