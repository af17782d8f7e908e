/** The data of a page, in the attributes of the element with `data-session`. */
export interface EmbedPageData {
  readonly sessionId: string;
  /** The path of the API, without a slash at the end. */
  readonly root: string;
  /** Origins of pages that may embed it. */
  readonly origins: ReadonlyArray<string>;
  /** The URL of the PDF worker. */
  readonly worker: string;
  /** The URL of the folders of pdf.js. */
  readonly library: string;
}

/** Reads the page data. URLs become absolute, because workers do not know the page's URL. */
export function embedPageData(): EmbedPageData {
  const { session, root, origins, worker, library } =
    document.querySelector<HTMLElement>("[data-session]")?.dataset ?? {};
  const toUrl = (path = "") => new URL(path, document.baseURI).href;
  return {
    sessionId: session ?? "",
    root: root ?? "",
    origins: (origins ?? "").split(" ").filter((origin) => origin !== ""),
    worker: toUrl(worker),
    library: toUrl(library),
  };
}
