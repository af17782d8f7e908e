/** What the server tells the script of a page, in attributes of the element that has `data-session`. */
export interface EmbedPageData {
  readonly sessionId: string;
  /** What addresses of the API begin with, ending without a slash. */
  readonly root: string;
  /** Whom the page may speak with. */
  readonly origins: ReadonlyArray<string>;
  /** The script that reads PDFs beside this one. */
  readonly worker: string;
  /** The folders of pdf.js. */
  readonly library: string;
}

/** Reads it; addresses become absolute, for workers do not know the page's own. */
export function embedPageData(): EmbedPageData {
  const { session, root, origins, worker, library } =
    document.querySelector<HTMLElement>("[data-session]")?.dataset ?? {};
  const address = (path = "") => new URL(path, document.baseURI).href;
  return {
    sessionId: session ?? "",
    root: root ?? "",
    origins: (origins ?? "").split(" ").filter((origin) => origin !== ""),
    worker: address(worker),
    library: address(library),
  };
}
