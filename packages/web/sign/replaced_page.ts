import type { Branding } from "@paraph/core/projects";
import type { Language } from "@paraph/core/values";

import { messagePage, type PageFiles, type PageResponse } from "../kit/mod.ts";
import { askLine } from "./ask_line.ts";
import { SIGN_TEXTS } from "./browser/texts/catalogue.ts";

/** Who sent the request. */
export interface ReplacedView {
  readonly sender: string;
  readonly branding: Branding;
}

/** The page of a link whose holder another person has replaced. It reveals nothing about the document. */
export function replacedPage(
  view: ReplacedView,
  language: Language,
  files: PageFiles,
): PageResponse {
  const { replaced, closedBy } = SIGN_TEXTS[language];
  const more = askLine(closedBy, view, language);
  return messagePage({ status: 404, ...replaced, language, branding: view.branding, more }, files);
}
