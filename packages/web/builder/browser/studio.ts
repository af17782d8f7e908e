import { GlobalWorkerOptions } from "pdfjs-dist/legacy/build/pdf.mjs";

import type { Theme } from "../../ui/browser/appearance/color.ts";
import { startWorker } from "../../ui/browser/pdf/worker.ts";
import type { EmbedPageData } from "../../ui/browser/session/page_data.ts";
import { allowOrigins } from "../../ui/browser/session/parent.ts";
import type { EmbedSession } from "../../ui/browser/session/session.ts";
import { Builder } from "./builder.ts";
import { readPdfsWith } from "./canvas/pdf_images.ts";
import { View } from "./preview/view.ts";
import type { OpenedTemplate } from "./template/templates.ts";

/** What the small script that starts hands over. */
export interface StudioStart {
  readonly session: EmbedSession;
  readonly data: EmbedPageData;
  readonly template: OpenedTemplate | undefined;
  readonly theme: Theme;
}

/** The large script, as the small one knows it. */
export interface StudioModule {
  readonly openStudio: typeof openStudio;
}

/** What the small script tells further on. */
export interface Studio {
  readonly dress: (theme: Theme) => void;
}

/** Opens the builder, or what there is to look at for who may only look. */
export function openStudio({ session, data, template, theme }: StudioStart): Studio {
  // What the script that starts knows of the page around is its own.
  allowOrigins(session.context.allowedOrigins);
  const worker = startWorker(data.worker);
  worker.failed.catch(() => {});
  GlobalWorkerOptions.workerPort = worker.port;
  readPdfsWith(data.library);
  const reader = { worker, library: data.library };
  if (session.context.scope.mode === "view") return new View({ session, template, reader });
  return new Builder({ session, template, theme, reader });
}
