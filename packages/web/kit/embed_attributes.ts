import { html, type Html, type PageFiles } from "./mod.ts";

/** The data of an embed page for its script. */
export interface EmbedPageOf {
  readonly sessionId: string;
  /** Origins of pages that it may exchange messages with. */
  readonly allowedOrigins: ReadonlyArray<string>;
}

/**
 * The attributes of an element with the data for the script of an embed page.
 *
 * @param root The path of the API, without a slash at the end.
 */
export function embedAttributes(
  { sessionId, allowedOrigins }: EmbedPageOf,
  { worker, library }: PageFiles,
  root: string,
): Html {
  return html`data-session="${sessionId}" data-root="${root}"
  data-origins="${allowedOrigins.join(" ")}" data-worker="${worker}" data-library="${library}"`;
}
