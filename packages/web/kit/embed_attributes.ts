import { html, type Html, type PageFiles } from "./mod.ts";

/** What the script of an embed page has to know before it can ask. */
export interface EmbedPageOf {
  readonly sessionId: string;
  /** Origins of the pages that it may speak with. */
  readonly allowedOrigins: ReadonlyArray<string>;
}

/**
 * The attributes of an element that tell the script of an embed page what it has to know.
 *
 * @param files The URLs of scripts and styles.
 * @param root What the paths of addresses begin with, ending without a slash.
 */
export function embedAttributes(
  { sessionId, allowedOrigins }: EmbedPageOf,
  { worker, library }: PageFiles,
  root: string,
): Html {
  return html`data-session="${sessionId}" data-root="${root}"
  data-origins="${allowedOrigins.join(" ")}" data-worker="${worker}" data-library="${library}"`;
}
