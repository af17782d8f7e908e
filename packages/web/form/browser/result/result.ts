import { tell } from "../../../ui/browser/session/parent.ts";
import type { EmbedSession } from "../../../ui/browser/session/session.ts";
import { button, icon, ICONS, make } from "../icons.ts";
import { texts } from "../texts.ts";
import { ended, type SentRender, webAddress } from "./render_outcome.ts";

/** Who waits longer than this, in milliseconds, is told that all is well. */
const LONG = 8000;

/** How long somebody can look at the result before they are led on, in milliseconds. */
const GLANCE = 6000;

/** What can follow a result. */
export interface ResultOptions {
  readonly session: EmbedSession;
  /** Goes back to what was filled in. */
  readonly onBack: () => void;
  /** Begins anew. */
  readonly onAgain: () => void;
}

/** Follows a document that is being made, and hands it over. */
export async function showResult(
  place: HTMLElement,
  render: SentRender,
  options: ResultOptions,
): Promise<void> {
  const hint = make("p", { role: "status" }, texts.renderingIsSafe);
  const bar = make("progress", { "aria-label": texts.rendering });
  show(place, "is-working", bar, texts.rendering, [hint], []);
  const timer = setTimeout(() => {
    hint.textContent = texts.renderingLonger;
  }, LONG);
  try {
    const end = await ended(render, options.session);
    if (end.status === "succeeded") showReady(place, end, options);
    else showFailed(place, end, options);
  } catch {
    const again = button(texts.lookAgain, () => void showResult(place, render, options), FIRST);
    const advice = make("p", {}, texts.lostText);
    show(place, "is-wrong", icon(ICONS.alert), texts.lostTitle, [advice], [again]);
  } finally {
    clearTimeout(timer);
  }
}

function showReady(
  place: HTMLElement,
  { downloadUrl }: SentRender,
  { session, onAgain }: ResultOptions,
): void {
  const next = webAddress(session.context.form?.redirectUrl);
  const close = webAddress(session.context.callbacks.closeUrl);
  const hint = make("p", {}, texts.readyText);
  const actions: Array<HTMLElement> = [];
  const leave = new AbortController();
  if (downloadUrl !== null) {
    const attributes = { href: downloadUrl, download: "", target: "_blank", rel: "noopener" };
    const link = make("a", { class: "button is-first", ...attributes }, texts.download);
    link.prepend(icon(ICONS.download));
    link.addEventListener("click", () => leave.abort());
    actions.push(link);
  }
  if (next === undefined) {
    actions.push(button(texts.fillInAnother, onAgain));
    if (close !== undefined) actions.push(button(texts.close, () => closeTo(close)));
  } else {
    const stay = button(texts.stay, () => leave.abort(), { class: "is-quiet" });
    actions.push(make("a", { class: "button", href: next }, texts.continue), stay);
    hint.textContent = `${texts.readyText} ${texts.redirecting}`;
    const timer = setTimeout(() => location.assign(next), GLANCE);
    leave.signal.addEventListener("abort", () => {
      clearTimeout(timer);
      hint.textContent = texts.readyText;
      stay.remove();
    });
  }
  show(place, "is-good", icon(ICONS.check), texts.readyTitle, [hint], actions);
}

function showFailed(place: HTMLElement, render: SentRender, { onBack }: ResultOptions): void {
  const message = render.errorMessage ?? texts.failedTitle;
  tell({ type: "paraph:error", code: render.errorCode ?? "render_failed", message });
  const said = [make("p", { class: "reason" }, message), make("p", {}, texts.failedText)];
  const back = button(texts.backToForm, onBack, FIRST);
  show(place, "is-wrong", icon(ICONS.alert), texts.failedTitle, said, [back]);
}

function closeTo(address: string): void {
  tell({ type: "paraph:close" });
  location.assign(address);
}

const FIRST = { class: "is-first" };

/** Puts one message in the middle of the page, and goes there. */
export function show(
  place: HTMLElement,
  kind: string,
  emblem: Element,
  title: string,
  said: ReadonlyArray<HTMLElement>,
  actions: ReadonlyArray<HTMLElement>,
): void {
  const heading = make("h2", { tabindex: "-1" }, title);
  const mark = make("div", { class: "mark" }, emblem);
  const row = actions.length === 0 ? [] : [make("div", { class: "result-actions" }, ...actions)];
  place.replaceChildren(
    make("section", { class: `result ${kind}` }, mark, heading, ...said, ...row),
  );
  scrollTo({ top: 0 });
  heading.focus({ preventScroll: true });
}
