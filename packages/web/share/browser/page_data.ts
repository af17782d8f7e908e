import type { DocumentSource } from "../../ui/browser/pdf/open_document.ts";

/** What the server tells the script of a share page, in attributes of its main element. */
export interface PageData extends DocumentSource {
  /** Takes what the recipient does. */
  readonly events: string;
  /** The script that reads PDFs beside this one. */
  readonly worker: string;
}

/** Reads it; addresses become absolute, for workers do not know the page's own. */
export function pageData(main: HTMLElement): PageData {
  const address = (name: string) => new URL(main.dataset[name] ?? "", document.baseURI).href;
  return {
    document: address("document"),
    events: address("events"),
    worker: address("worker"),
    library: address("library"),
  };
}
