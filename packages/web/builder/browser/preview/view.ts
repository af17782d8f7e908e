import { byId, button, h, iconButton } from "../../../ui/browser/dom.ts";
import { isRecord } from "../../../ui/browser/is_record.ts";
import { closePage } from "../../../ui/browser/session/parent.ts";
import type { EmbedSession } from "../../../ui/browser/session/session.ts";
import { sampleDialog } from "../data/sample_dialog.ts";
import { parseSample } from "../data/sample_text.ts";
import { manifestOf } from "../design/saved_layout.ts";
import { type OpenedTemplate, Templates } from "../template/templates.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";
import { renderPreview, type PdfReader, type PreviewResult } from "./preview.ts";
import { dataProblems } from "./preview_dialog.ts";

/** Options of the viewer. */
export interface ViewStart {
  readonly session: EmbedSession;
  readonly template: OpenedTemplate | undefined;
  readonly reader: PdfReader;
}

/**
 * Shows the printed template in a session that may only view: its draft, or its published version if the
 * draft is empty or cannot be rendered.
 */
export class View {
  readonly #start: ViewStart;
  readonly #pages = h("div", { class: "preview-pages", id: "pages" });
  readonly #state = h("span", { role: "status" }, TEXTS.state.readOnly);
  readonly #stop = new AbortController();
  #template: OpenedTemplate | undefined;
  #sample = "";

  constructor(start: ViewStart) {
    this.#start = start;
    this.#template = start.template;
    const { context } = start.session;
    const mayPreview = context.permissions.preview && start.template !== undefined;
    byId("builder").replaceChildren(
      h(
        "header",
        { class: "topbar" },
        h(
          "div",
          { class: "about" },
          h("h1", { class: "name" }, start.template?.draft.name ?? TEXTS.title),
          h("p", { class: "states" }, this.#state),
        ),
        h(
          "div",
          { class: "tools" },
          mayPreview && button(TEXTS.bar.sample, () => void this.#edit()),
          iconButton(TEXTS.bar.close, icon("close"), () => {
            closePage(context.callbacks.closeUrl);
          }),
        ),
      ),
      h("main", { class: "viewing" }, this.#pages),
    );
    if (mayPreview) void this.#draw();
    else this.#showEmpty();
  }

  async #edit(problems: ReadonlyArray<string> = []): Promise<void> {
    const manifest = manifestOf(this.#template?.draft.layout) ?? { variables: [], loops: [] };
    const sampleText = await sampleDialog(this.#sample, manifest, problems);
    if (sampleText === undefined) return;
    this.#sample = sampleText;
    await this.#draw();
  }

  async #draw(): Promise<void> {
    const result = await this.#render();
    if (result === undefined) this.#showEmpty();
    else if (result.kind === "refused") this.#showRefusal(result);
  }

  /** Renders the shown layout; undefined if the template has none. */
  async #render(): Promise<PreviewResult | undefined> {
    const isEmpty = !hasFields(this.#template?.draft.layout);
    if (isEmpty) return (await this.#turnToPublished()) ? this.#render() : undefined;
    const result = await this.#preview();
    const isInvalid = result.kind === "refused" && result.error.code === "invalid_request";
    return isInvalid && (await this.#turnToPublished()) ? this.#render() : result;
  }

  #preview(): Promise<PreviewResult> {
    const { session, reader } = this.#start;
    const read = parseSample(this.#sample);
    const data = read.kind === "data" ? read.data : undefined;
    const { layout, name = "" } = this.#template?.draft ?? {};
    const request = { layout, name, ...(data === undefined ? {} : { data }) };
    const { signal } = this.#stop;
    return renderPreview(
      this.#pages,
      () => new Templates(session).preview(request, signal),
      reader,
      signal,
    );
  }

  /** Shows the published version instead of the draft, once; returns whether there is one. */
  async #turnToPublished(): Promise<boolean> {
    const { session, template } = this.#start;
    const version = template?.currentVersionNumber ?? null;
    if (template === undefined || version === null || this.#template !== template) return false;
    this.#template = await new Templates(session).openPublished(template.id);
    this.#state.textContent = TEXTS.view.published(version);
    return true;
  }

  #showEmpty(): void {
    this.#pages.replaceChildren(h("p", { class: "empty" }, TEXTS.view.unavailable));
  }

  #showRefusal({ error }: Extract<PreviewResult, { kind: "refused" }>): void {
    const isInvalid = error.code === "invalid_request";
    const problems = error.code === "invalid_input_data" ? dataProblems(error) : [];
    const text = isInvalid ? TEXTS.view.invalid : TEXTS.preview.failed;
    this.#pages.replaceChildren(
      h(
        "div",
        { class: "refusal", role: "alert" },
        h("p", {}, problems.length === 0 ? text : TEXTS.preview.data),
        h("ul", { class: "problem-list" }, ...problems.map((each) => h("li", {}, each))),
        problems.length > 0
          ? button(TEXTS.preview.editData, () => void this.#edit(problems))
          : !isInvalid && button(TEXTS.preview.again, () => void this.#draw()),
      ),
    );
  }
}

/** Whether a layout has something to print. */
function hasFields(layout: unknown): boolean {
  if (!isRecord(layout)) return false;
  const { basePdf, schemas } = layout;
  const pages: ReadonlyArray<unknown> = Array.isArray(schemas) ? schemas : [];
  return (
    typeof basePdf === "string" || pages.some((page) => Array.isArray(page) && page.length > 0)
  );
}
