import { signatureText } from "@paraph/core/signing";

import { byId } from "../../kit/browser/by_id.ts";
import { openDocument } from "../../kit/browser/open_document.ts";
import { say } from "../../kit/browser/status.ts";
import { Viewer } from "../../kit/browser/viewer.ts";
import type { PdfWorker } from "../../kit/browser/worker.ts";
import { Adopt } from "./adopt.ts";
import { send } from "./calls.ts";
import { Choose } from "./choose.ts";
import { offerDecline } from "./decline.ts";
import { initialsOf, signatureOf } from "./draft.ts";
import { earlierMark } from "./earlier_mark.ts";
import { earlyInput } from "./early_input.ts";
import { fieldView, type FieldView } from "./field_view.ts";
import { offerFinish } from "./finish.ts";
import { type Ceremony, Form } from "./form.ts";
import { GlyphLoader } from "./glyph_loader.ts";
import type { PageData } from "./page_data.ts";
import { showReview } from "./review.ts";

/** Shows the document with what is to be filled in, and takes it. */
export async function showCeremony(
  data: PageData,
  sent: Ceremony,
  worker: PdfWorker,
): Promise<void> {
  const ceremony = inOrder(sent);
  const form = new Form(ceremony, earlyInput());
  const [adopt, choose] = [new Adopt(form), new Choose(form)];
  const asking = {
    mark: (field: FieldView["field"]) => adopt.ask(field),
    choice: (field: FieldView["field"]) => choose.ask(field),
  };
  const views = ceremony.fields.map((field) => fieldView(field, form, asking));
  const glyphs = new GlyphLoader(data.fonts, () => form.change({}));
  form.show(() => glyphs.want(signatureTexts(form)));
  showReview(views, form);
  offerFinish({ form, adopt, views, url: data.finish });
  offerDecline(form, data.decline);
  await showDocument(data, worker, (sheets) => {
    for (const mark of ceremony.earlierMarks)
      layer(sheets[mark.page - 1])?.append(earlierMark(mark, form));
    for (const { field, element } of views) layer(sheets[field.page - 1])?.append(element);
  });
}

/** The texts that the page shows as signatures or initials. */
function signatureTexts({ draft, ceremony }: Form): ReadonlyArray<string> {
  const earlier = ceremony.earlierMarks.map(({ content }) =>
    content.kind === "signature" ? content.signature : undefined,
  );
  // The preview shows the name, also while the recipient draws.
  const own = [signatureOf({ ...draft, isDrawn: false }), initialsOf(draft, ceremony)];
  return [...own, ...earlier].flatMap((adopted) =>
    adopted?.kind === "typed" ? [signatureText(adopted.text)] : [],
  );
}

/** The document itself; only who has seen it has opened it. */
async function showDocument(
  data: PageData,
  worker: PdfWorker,
  onLaidOut: (sheets: ReadonlyArray<HTMLElement>) => void,
): Promise<void> {
  const fail = () =>
    say("The document could not be loaded.", { label: "Try again", run: () => location.reload() });
  const [pages, position] = [byId("pages"), byId("position")];
  try {
    const pdf = await openDocument(data, worker);
    const onPage = (number: number) => {
      const text = `Page ${number} of ${pdf.numPages}`;
      if (position.textContent !== text) position.textContent = text;
    };
    await Viewer.show(pdf, pages, { onLaidOut, onPage, onFailure: fail });
    onPage(1);
    await seen();
    void send(data.open);
  } catch {
    fail();
  } finally {
    pages.removeAttribute("aria-busy");
  }
}

/** Settles when somebody can see the page: browsers make some ahead of their readers. */
function seen(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState !== "visible" || isAhead()) return;
      document.removeEventListener("visibilitychange", look);
      document.removeEventListener("prerenderingchange", look);
      resolve();
    };
    document.addEventListener("visibilitychange", look);
    document.addEventListener("prerenderingchange", look);
    look();
  });
}

/** Whether the browser makes the page before anybody asks for it; some never do so and do not say. */
function isAhead(): boolean {
  return document.prerendering === true;
}

/** What lies over a sheet, for what is to be filled in there. */
function layer(sheet: HTMLElement | undefined): Element | undefined {
  if (sheet === undefined) return undefined;
  const there = sheet.querySelector(".fields");
  if (there !== null) return there;
  const made = document.createElement("div");
  made.className = "fields";
  sheet.append(made);
  return made;
}

/** Fields in the order that people read them in. */
function inOrder(ceremony: Ceremony): Ceremony {
  // oxlint-disable-next-line unicorn/no-array-sort -- phones that lack toSorted sign documents too
  const fields = [...ceremony.fields].sort(
    (one, other) => one.page - other.page || one.y - other.y || one.x - other.x,
  );
  return { ...ceremony, fields };
}
