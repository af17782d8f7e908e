import { button, h, svgIcon } from "../../../ui/browser/dom.ts";
import { postToParent } from "../../../ui/browser/session/parent.ts";
import type { EmbedSession } from "../../../ui/browser/session/session.ts";
import { ICONS } from "../icons.ts";
import { texts } from "../texts.ts";
import { type SubmittedRender, toWebUrl, waitForRender } from "./render_outcome.ts";
import { resultDocument } from "./result_document.ts";

/** Milliseconds until a slow render is explained. */
const SLOW = 8000;

/** Milliseconds from success until the redirect. */
const REDIRECT_DELAY = 6000;

/** Options of a result. */
export interface ResultOptions {
  readonly session: EmbedSession;
  /** The title of the document. */
  readonly title: string;
  /** Returns to the form with its values. */
  readonly onBack: () => void;
  /** Returns to the form with its initial values. */
  readonly onAgain: () => void;
}

/** Waits for the document of a submission, then offers it. */
export async function showResult(
  place: HTMLElement,
  render: SubmittedRender,
  options: ResultOptions,
): Promise<void> {
  const hint = h("p", { role: "status" }, texts.renderingIsSafe);
  const bar = h("progress", { "aria-label": texts.rendering });
  showMessage(place, "is-working", bar, texts.rendering, [hint], []);
  const timer = setTimeout(() => {
    hint.textContent = texts.renderingLonger;
  }, SLOW);
  try {
    const end = await waitForRender(render, options.session);
    if (end.status === "succeeded") showReady(place, end, options);
    else showFailed(place, end, options);
  } catch {
    const again = button(texts.lookAgain, () => void showResult(place, render, options), FIRST);
    const advice = h("p", {}, texts.lostText);
    showMessage(place, "is-wrong", svgIcon(ICONS.alert), texts.lostTitle, [advice], [again]);
  } finally {
    clearTimeout(timer);
  }
}

function showReady(
  place: HTMLElement,
  render: SubmittedRender,
  { session, title, onAgain }: ResultOptions,
): void {
  const { downloadUrl } = render;
  const next = toWebUrl(session.context.form?.redirectUrl);
  const close = toWebUrl(session.context.callbacks.closeUrl);
  const hint = h("p", {}, texts.readyText);
  const actions: Array<HTMLElement> = [];
  const leave = new AbortController();
  if (downloadUrl !== null) {
    const attributes = { href: downloadUrl, download: "", target: "_blank", rel: "noopener" };
    const link = h("a", { class: "button is-first", ...attributes }, texts.download);
    link.prepend(svgIcon(ICONS.download));
    link.addEventListener("click", () => leave.abort());
    actions.push(link);
  }
  if (next === undefined) {
    actions.push(button(texts.fillInAnother, onAgain));
    if (close !== undefined) actions.push(button(texts.close, () => closeTo(close)));
  } else {
    const stay = button(texts.stay, () => leave.abort(), { class: "is-quiet" });
    actions.push(h("a", { class: "button", href: next }, texts.continue), stay);
    hint.textContent = `${texts.readyText} ${texts.redirecting}`;
    const timer = setTimeout(() => location.assign(next), REDIRECT_DELAY);
    leave.signal.addEventListener("abort", () => {
      clearTimeout(timer);
      hint.textContent = texts.readyText;
      stay.remove();
    });
  }
  const isVisible = session.context.permissions.preview;
  const body = [hint, resultDocument({ render, title, isVisible })];
  showMessage(place, "is-good", svgIcon(ICONS.check), texts.readyTitle, body, actions);
}

function showFailed(place: HTMLElement, render: SubmittedRender, { onBack }: ResultOptions): void {
  const message = render.errorMessage ?? texts.failedTitle;
  postToParent({ type: "paraph:error", code: render.errorCode ?? "render_failed", message });
  const body = [h("p", { class: "reason" }, message), h("p", {}, texts.failedText)];
  const back = button(texts.backToForm, onBack, FIRST);
  showMessage(place, "is-wrong", svgIcon(ICONS.alert), texts.failedTitle, body, [back]);
}

function closeTo(url: string): void {
  postToParent({ type: "paraph:close" });
  location.assign(url);
}

const FIRST = { class: "is-first" };

/** Replaces the page with a message, and focuses it. */
export function showMessage(
  place: HTMLElement,
  kind: string,
  icon: Element,
  title: string,
  body: ReadonlyArray<HTMLElement>,
  actions: ReadonlyArray<HTMLElement>,
): void {
  const heading = h("h2", { tabindex: "-1" }, title);
  const mark = h("div", { class: "mark" }, icon);
  const row = actions.length === 0 ? [] : [h("div", { class: "result-actions" }, ...actions)];
  place.replaceChildren(h("section", { class: `result ${kind}` }, mark, heading, ...body, ...row));
  scrollTo({ top: 0 });
  heading.focus({ preventScroll: true });
}
