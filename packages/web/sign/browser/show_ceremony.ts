import type { TypedSignature } from "@paraph/core/builtin_provider";

import { byId } from "../../ui/browser/dom.ts";
import { openDocument } from "../../ui/browser/pdf/open_document.ts";
import { Viewer } from "../../ui/browser/pdf/viewer.ts";
import type { PdfWorker } from "../../ui/browser/pdf/worker.ts";
import { postToParent } from "../../ui/browser/session/parent.ts";
import { showStatus } from "../../ui/browser/status.ts";
import { COMMON_TEXTS, format } from "../../ui/browser/texts.ts";
import { send } from "./calls.ts";
import { initialsOf, typedSignature } from "./draft/draft.ts";
import { earlyInput } from "./draft/early_input.ts";
import { type Ceremony, Form } from "./draft/form.ts";
import { createFieldView } from "./fields/field_view.ts";
import type { PageData } from "./page_data.ts";
import { setUpDecline } from "./panel/decline.ts";
import { setUpDelegate } from "./panel/delegate.ts";
import { setUpFinish } from "./panel/finish.ts";
import { showReview } from "./panel/review.ts";
import { Adopt } from "./signature/adopt.ts";
import { createEarlierMark } from "./signature/earlier_mark.ts";
import { GlyphLoader } from "./signature/glyph_loader.ts";
import { shownFaces } from "./signature/styles.ts";

/** Shows the document with its fields, and submits them. */
export async function showCeremony(
  data: PageData,
  unorderedCeremony: Ceremony,
  worker: PdfWorker,
): Promise<void> {
  const ceremony = inOrder(unorderedCeremony);
  const form = new Form(ceremony, earlyInput());
  // The next step is always the button.
  const adopt = new Adopt(form, () => byId("primary").focus({ preventScroll: true }));
  const views = ceremony.fields.map((field) =>
    createFieldView(field, form, (each) => adopt.ask(each)),
  );
  const glyphs = new GlyphLoader(data.fonts, () => form.change({}));
  form.show(() => glyphs.request(typedSignatures(form)));
  showReview(views, form);
  setUpFinish({ form, adopt, views, url: data.finish });
  setUpDecline(form, data.decline);
  if (ceremony.mayDelegate) setUpDelegate(form, data.delegate);
  await showDocument(data, { worker, requestId: ceremony.requestId }, (sheets) => {
    for (const mark of ceremony.earlierMarks)
      layer(sheets[mark.page - 1])?.append(createEarlierMark(mark, form));
    for (const { field, element } of views) layer(sheets[field.page - 1])?.append(element);
  });
}

/** The typed signatures and initials that the page shows. */
function typedSignatures({ draft, ceremony }: Form): ReadonlyArray<TypedSignature> {
  const earlier = ceremony.earlierMarks.map(({ content }) =>
    content.kind === "signature" ? content.signature : undefined,
  );
  // The preview shows the name, also while the recipient draws.
  const own = [
    ...shownFaces(draft).map((face) => typedSignature(draft.name, face)),
    initialsOf(draft, ceremony),
  ];
  return [...own, ...earlier].filter((signature) => signature?.kind === "typed");
}

/** Shows the document. It counts as opened once the recipient sees the page. */
async function showDocument(
  data: PageData,
  { worker, requestId }: { readonly worker: PdfWorker; readonly requestId: string },
  onLaidOut: (sheets: ReadonlyArray<HTMLElement>) => void,
): Promise<void> {
  const fail = () =>
    showStatus(COMMON_TEXTS.documentNotLoaded, {
      label: COMMON_TEXTS.tryAgain,
      run: () => location.reload(),
    });
  const [pages, position] = [byId("pages"), byId("position")];
  try {
    const pdf = await openDocument(data, worker);
    const onPage = (number: number) => {
      const text = format(COMMON_TEXTS.pageOf, { page: number, count: pdf.numPages });
      if (position.textContent !== text) position.textContent = text;
    };
    await Viewer.show(pdf, pages, { onLaidOut, onPage, onFailure: fail });
    onPage(1);
    await whenVisible();
    postToParent({ type: "paraph:ready", requestId });
    void send(data.open);
  } catch {
    fail();
  } finally {
    pages.removeAttribute("aria-busy");
  }
}

/** Resolves when the page is visible: browsers may render pages in advance. */
function whenVisible(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== "visible" || isPrerendering()) return;
      document.removeEventListener("visibilitychange", look);
      document.removeEventListener("prerenderingchange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    document.addEventListener("prerenderingchange", look);
    look();
  });
}

/** Whether the browser prerenders the page. Browsers without prerendering lack the property. */
function isPrerendering(): boolean {
  return document.prerendering === true;
}

/** The layer over a page that holds its fields. */
function layer(sheet: HTMLElement | undefined): Element | undefined {
  if (sheet === undefined) return undefined;
  const existing = sheet.querySelector(".fields");
  if (existing !== null) return existing;
  const fieldsLayer = document.createElement("div");
  fieldsLayer.className = "fields";
  sheet.append(fieldsLayer);
  return fieldsLayer;
}

/** Sorts fields in reading order. */
function inOrder(ceremony: Ceremony): Ceremony {
  // oxlint-disable-next-line unicorn/no-array-sort -- phones that lack toSorted sign documents too
  const fields = [...ceremony.fields].sort(
    (one, other) => one.page - other.page || one.y - other.y || one.x - other.x,
  );
  return { ...ceremony, fields };
}
