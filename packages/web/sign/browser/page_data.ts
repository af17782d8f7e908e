import type { DocumentSource } from "../../ui/browser/pdf/open_document.ts";

/** What the server tells the script of the page, in attributes of its main element. */
export interface PageData extends DocumentSource {
  /** Where everything lies that the page shows. */
  readonly ceremony: string;
  /** Takes characters and gives fonts for them. */
  readonly fonts: string;
  /** Take what the recipient does. */
  readonly open: string;
  readonly finish: string;
  readonly decline: string;
  /** The script that reads PDFs beside this one. */
  readonly worker: string;
}

/** Reads it; addresses become absolute, for workers do not know the page's own. */
export function pageData(main: HTMLElement): PageData {
  const address = (name: string) => new URL(main.dataset[name] ?? "", document.baseURI).href;
  return {
    ceremony: address("ceremony"),
    document: address("document"),
    fonts: address("fonts"),
    open: address("open"),
    finish: address("finish"),
    decline: address("decline"),
    worker: address("worker"),
    library: address("library"),
  };
}
