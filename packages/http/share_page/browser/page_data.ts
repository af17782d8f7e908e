/** What the server tells the script of a share page, in attributes of its main element. */
export interface PageData {
  /** Where the PDF lies. */
  readonly document: string;
  /** Takes what the recipient does. */
  readonly events: string;
  /** The script that reads PDFs beside this one. */
  readonly worker: string;
  /** The folders of pdf.js: character maps, fonts, colour profiles and decoders. */
  readonly library: string;
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

/** The element with this id, which the server has written. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}`);
  return element;
}
