import type { DocumentSource } from "../../ui/browser/pdf/open_document.ts";

/** The data of a share page, in attributes of its main element. */
export interface PageData extends DocumentSource {
  /** The URL of the PDF as an attachment. */
  readonly download: string;
  /** The URL of the recipient's actions. */
  readonly events: string;
  /** The URL of the PDF worker. */
  readonly worker: string;
}

/** Reads the page data. URLs become absolute, because workers do not know the page's URL. */
export function pageData(main: HTMLElement): PageData {
  const urlOf = (name: string) => new URL(main.dataset[name] ?? "", document.baseURI).href;
  return {
    document: urlOf("document"),
    download: urlOf("download"),
    events: urlOf("events"),
    worker: urlOf("worker"),
    library: urlOf("library"),
  };
}
