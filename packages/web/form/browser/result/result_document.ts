import { h } from "../../../ui/browser/dom.ts";
import { byteSizeOf } from "../../../ui/browser/numbers.ts";
import { COMMON_TEXTS, format } from "../../../ui/browser/texts.ts";
import { texts } from "../texts.ts";
import type { SubmittedRender } from "./render_outcome.ts";

/** The width of the picture in CSS pixels; the stylesheet has the same. */
const WIDTH = 168;

/** Options of the picture and the facts of a document. */
export interface ResultDocument {
  readonly render: SubmittedRender;
  readonly title: string;
  /** Whether the user may see the document here. */
  readonly isVisible: boolean;
}

/** Creates the picture of a document's first page, its title and its size. */
export function resultDocument({ render, title, isVisible }: ResultDocument): HTMLElement {
  const { downloadUrl, pageCount, byteSize } = render;
  const language = document.documentElement.lang;
  const facts = [
    typeof pageCount === "number" && format(COMMON_TEXTS.pages, { count: pageCount }),
    typeof byteSize === "number" && byteSizeOf(byteSize, language),
  ].filter((fact) => fact !== false);
  const picture = h("div", {
    class: "result-picture is-loading",
    role: "img",
    "aria-label": format(texts.firstPage, { title }),
  });
  // The policy of the page allows requests to its own server only.
  const isOwn = downloadUrl !== null && new URL(downloadUrl).origin === location.origin;
  if (isVisible && isOwn) void showPicture(picture, downloadUrl);
  else picture.hidden = true;
  return h(
    "div",
    { class: "result-document" },
    picture,
    h("p", { class: "result-title", dir: "auto" }, title),
    facts.length > 0 && h("p", { class: "facts" }, ...facts.map((fact) => h("span", {}, fact))),
  );
}

/** A document whose picture cannot be drawn has none. */
async function showPicture(picture: HTMLElement, url: string): Promise<void> {
  try {
    const [{ pdfPages }, response] = await Promise.all([
      import("../preview/pdf_pages.ts"),
      fetch(url, { credentials: "omit" }),
    ]);
    if (!response.ok) throw new Error(String(response.status));
    const bytes = new Uint8Array(await response.arrayBuffer());
    picture.append(await pdfPages().drawFirstPage(bytes, WIDTH));
    picture.classList.remove("is-loading");
  } catch {
    picture.hidden = true;
  }
}
