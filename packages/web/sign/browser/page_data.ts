import type { DocumentSource } from "../../ui/browser/pdf/open_document.ts";

/** The data of the page, in attributes of its main element. */
export interface PageData extends DocumentSource {
  /** The URL of the ceremony. */
  readonly ceremony: string;
  /** The URL that returns fonts for characters. */
  readonly fonts: string;
  /** The URLs of the recipient's actions. */
  readonly open: string;
  readonly finish: string;
  readonly decline: string;
  readonly delegate: string;
  /** The URL of the PDF worker. */
  readonly worker: string;
}

/** Reads the page data. URLs become absolute, because workers do not know the page's URL. */
export function pageData(main: HTMLElement): PageData {
  const urlOf = (name: string) => new URL(main.dataset[name] ?? "", document.baseURI).href;
  return {
    ceremony: urlOf("ceremony"),
    document: urlOf("document"),
    fonts: urlOf("fonts"),
    open: urlOf("open"),
    finish: urlOf("finish"),
    decline: urlOf("decline"),
    delegate: urlOf("delegate"),
    worker: urlOf("worker"),
    library: urlOf("library"),
  };
}
