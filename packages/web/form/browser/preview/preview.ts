import { button, h } from "../../../ui/browser/dom.ts";
import { CallFailed } from "../../../ui/browser/session/call_failed.ts";
import type { EmbedSession } from "../../../ui/browser/session/session.ts";
import { failureText, texts } from "../texts.ts";
import type { FormState } from "../values/form_state.ts";
import { toData, validateForm } from "../values/form_values.ts";
import type { pdfPages } from "./pdf_pages.ts";

/** Milliseconds from the last change until the document is rendered. */
const RENDER_DELAY = 1200;

/** Options of a preview. */
export interface PreviewOptions {
  readonly state: FormState;
  readonly session: EmbedSession;
  /** Called with the problems that prevent a document. */
  readonly onProblems: (problems: ReadonlyMap<string, string>) => void;
}

/** Whether the document fits next to the form; the stylesheet has the same width. */
const WIDE = matchMedia("(min-width: 66rem)");

/** The document with the current values: next to the form on wide screens, in a dialog on others. */
export class Preview {
  /** The place of the document on wide screens. */
  readonly area = h("aside", { class: "preview-home", "aria-label": texts.previewTitle });
  readonly dialog = h("dialog", { class: "preview-dialog", "aria-label": texts.previewTitle });
  readonly #options: PreviewOptions;
  readonly #panel = h("section", { class: "preview" });
  readonly #pages = h(
    "div",
    { class: "preview-pages", role: "region", "aria-label": texts.previewPages, tabindex: "0" },
    blankSheet(),
  );
  readonly #message = h("p", { class: "preview-said", role: "status" });
  readonly #outdated = h("span", { class: "badge", hidden: true }, texts.previewIsOld);
  #pdf: ReturnType<typeof pdfPages> | undefined;
  #running: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PreviewOptions) {
    this.#options = options;
    const refresh = button(texts.refreshPreview, () => void this.open(), { class: "is-small" });
    const close = button(texts.closePreview, () => this.dialog.close(), {
      class: "is-small only-in-dialog",
    });
    const head = h("h2", {}, texts.previewTitle, " ", this.#outdated);
    this.#panel.append(
      h("div", { class: "preview-head" }, head, refresh, close),
      this.#message,
      this.#pages,
    );
    this.#setMessage(texts.previewIsEmpty);
    this.area.append(this.#panel);
    options.state.onChange(() => this.#schedule());
    WIDE.addEventListener("change", () => this.#moveToArea());
    this.dialog.addEventListener("close", () => this.area.append(this.#panel));
    this.#schedule();
  }

  /** Shows the current document, or the problems that prevent it. */
  async open(): Promise<void> {
    const { state, onProblems } = this.#options;
    const problems = validateForm(state.definition, state.formValues);
    if (problems.size > 0) {
      this.dialog.close();
      onProblems(problems);
      return;
    }
    if (!WIDE.matches && !this.dialog.open) {
      this.dialog.append(this.#panel);
      this.dialog.showModal();
    }
    await this.#render();
  }

  /** Stops rendering until the values change again. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.dialog.close();
  }

  /** Leaves the dialog when the window becomes wide. */
  #moveToArea(): void {
    if (!WIDE.matches) return;
    this.dialog.close();
    this.#schedule();
  }

  #schedule(): void {
    this.#outdated.hidden = this.#pdf?.isEmpty ?? true;
    clearTimeout(this.#timer);
    if (!WIDE.matches) return;
    this.#timer = setTimeout(() => {
      const { state } = this.#options;
      if (validateForm(state.definition, state.formValues).size === 0) void this.#render();
    }, RENDER_DELAY);
  }

  async #render(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#panel.setAttribute("aria-busy", "true");
    if (this.#pdf?.isEmpty ?? true) this.#setMessage(texts.previewLoading);
    try {
      // The PDF library is large, so the form does not wait for it.
      const [{ pdfPages }, bytes] = await Promise.all([
        import("./pdf_pages.ts"),
        this.#fetch(running.signal),
      ]);
      if (running.signal.aborted) return;
      this.#pdf ??= pdfPages();
      await this.#pdf.show(bytes, this.#pages, () => this.#setMessage(texts.previewFailed));
      this.#outdated.hidden = true;
      this.#setMessage("");
    } catch (error) {
      if (running.signal.aborted) return;
      this.#showFailure(error);
    } finally {
      if (this.#running === running) this.#panel.removeAttribute("aria-busy");
    }
  }

  async #fetch(signal: AbortSignal): Promise<Uint8Array> {
    const { state, session } = this.#options;
    const path = `/v1/embed/form-preview/${session.context.sessionId}`;
    const data = toData(state.definition, state.formValues);
    const response = await session.call("POST", path, { data }, { signal, isRepeatable: true });
    return new Uint8Array(await response.arrayBuffer());
  }

  #showFailure(error: unknown): void {
    const issues = error instanceof CallFailed ? error.issues : undefined;
    const entries = Object.entries(issues?.fieldErrors ?? {});
    const problems = new Map(entries.map(([path, texts]) => [path, texts.join(" ")]));
    const text = issues?.formErrors.join(" ") ?? "";
    const code = error instanceof CallFailed ? failureText(error.status, error.code) : "";
    this.#setMessage(text === "" ? code || texts.previewFailed : text);
    if (problems.size === 0) return;
    this.dialog.close();
    this.#options.onProblems(problems);
  }

  #setMessage(sentence: string): void {
    this.#message.textContent = sentence;
  }
}

function blankSheet(): HTMLElement {
  return h("div", { class: "sheet is-blank", "aria-hidden": "true" });
}
