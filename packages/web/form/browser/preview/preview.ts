import { CallFailed } from "../../../ui/browser/session/call_failed.ts";
import { embedPageData } from "../../../ui/browser/session/page_data.ts";
import type { EmbedSession } from "../../../ui/browser/session/session.ts";
import { dataFrom, problemsOf } from "../answers/answers.ts";
import type { FormState } from "../answers/form_state.ts";
import { button, make } from "../icons.ts";
import { ROOMY } from "../page_size.ts";
import { failureText, texts } from "../texts.ts";
import type { PreviewView } from "./pdf_pages.ts";

/** Whoever stops to write for this long, in milliseconds, sees what they have written. */
const PATIENCE = 1200;

/** What a preview hears and tells. */
export interface PreviewOptions {
  readonly state: FormState;
  readonly session: EmbedSession;
  /** Hears what the document cannot be made with. */
  readonly onProblems: (problems: ReadonlyMap<string, string>) => void;
}

/** The document as it would be: beside the form where there is room, else in a dialog over it. */
export class Preview {
  /** Where it is while there is room. */
  readonly home = make("aside", { class: "preview-home", "aria-label": texts.previewTitle });
  readonly dialog = make("dialog", { class: "preview-dialog", "aria-label": texts.previewTitle });
  readonly #options: PreviewOptions;
  readonly #panel = make("section", { class: "preview" });
  readonly #pages = make(
    "div",
    { class: "preview-pages", role: "region", "aria-label": texts.previewPages, tabindex: "0" },
    blankSheet(),
  );
  readonly #said = make("p", { class: "preview-said", role: "status" });
  readonly #old = make("span", { class: "badge", hidden: true }, texts.previewIsOld);
  #view: PreviewView | undefined;
  #running: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PreviewOptions) {
    this.#options = options;
    const refresh = button(texts.refreshPreview, () => void this.open(), { class: "is-small" });
    const close = button(texts.closePreview, () => this.dialog.close(), {
      class: "is-small only-in-dialog",
    });
    const head = make("h2", {}, texts.previewTitle, " ", this.#old);
    this.#panel.append(
      make("div", { class: "preview-head" }, head, refresh, close),
      this.#said,
      this.#pages,
    );
    this.#say(texts.previewIsEmpty);
    this.home.append(this.#panel);
    options.state.onChange(() => this.#follow());
    ROOMY.addEventListener("change", () => this.#settle());
    this.dialog.addEventListener("close", () => this.home.append(this.#panel));
    this.#follow();
  }

  /** Shows the document as it is now, or says why there is none. */
  async open(): Promise<void> {
    const { state, onProblems } = this.#options;
    const problems = problemsOf(state.asked, state.answers);
    if (problems.size > 0) {
      this.dialog.close();
      onProblems(problems);
      return;
    }
    if (!ROOMY.matches && !this.dialog.open) {
      this.dialog.append(this.#panel);
      this.dialog.showModal();
    }
    await this.#draw();
  }

  /** Stops to follow the form. */
  end(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.dialog.close();
  }

  /** Goes back beside the form once there is room. */
  #settle(): void {
    if (!ROOMY.matches) return;
    this.dialog.close();
    this.#follow();
  }

  #follow(): void {
    this.#old.hidden = this.#view?.isEmpty ?? true;
    clearTimeout(this.#timer);
    if (!ROOMY.matches) return;
    this.#timer = setTimeout(() => {
      const { state } = this.#options;
      if (problemsOf(state.asked, state.answers).size === 0) void this.#draw();
    }, PATIENCE);
  }

  async #draw(): Promise<void> {
    clearTimeout(this.#timer);
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    this.#panel.setAttribute("aria-busy", "true");
    if (this.#view?.isEmpty ?? true) this.#say(texts.previewLoading);
    try {
      // The form does not wait for what reads PDFs.
      const [{ PreviewView }, bytes] = await Promise.all([
        import("./pdf_pages.ts"),
        this.#fetch(running.signal),
      ]);
      if (running.signal.aborted) return;
      this.#view ??= new PreviewView(this.#pages, embedPageData());
      await this.#view.show(bytes, () => this.#say(texts.previewFailed));
      this.#old.hidden = true;
      this.#say("");
    } catch (fault) {
      if (running.signal.aborted) return;
      this.#fail(fault);
    } finally {
      if (this.#running === running) this.#panel.removeAttribute("aria-busy");
    }
  }

  async #fetch(signal: AbortSignal): Promise<Uint8Array> {
    const { state, session } = this.#options;
    const path = `/v1/embed/form-preview/${session.context.sessionId}`;
    const data = dataFrom(state.asked, state.answers);
    const answer = await session.call("POST", path, { data }, { signal, isRepeatable: true });
    return new Uint8Array(await answer.arrayBuffer());
  }

  #fail(fault: unknown): void {
    const issues = fault instanceof CallFailed ? fault.issues : undefined;
    const entries = Object.entries(issues?.fieldErrors ?? {});
    const problems = new Map(entries.map(([path, texts]) => [path, texts.join(" ")]));
    const told = issues?.formErrors.join(" ") ?? "";
    const code = fault instanceof CallFailed ? failureText(fault.status, fault.code) : "";
    this.#say(told === "" ? code || texts.previewFailed : told);
    if (problems.size === 0) return;
    this.dialog.close();
    this.#options.onProblems(problems);
  }

  #say(sentence: string): void {
    this.#said.textContent = sentence;
  }
}

function blankSheet(): HTMLElement {
  return make("div", { class: "sheet is-blank", "aria-hidden": "true" });
}
