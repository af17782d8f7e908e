import { byId, button, h, iconButton } from "../../../ui/browser/dom.ts";
import { closePage } from "../../../ui/browser/session/parent.ts";
import type { EmbedSession } from "../../../ui/browser/session/session.ts";
import { sampleDialog } from "../data/sample_dialog.ts";
import { parseSample } from "../data/sample_text.ts";
import { manifestOf } from "../design/saved_layout.ts";
import { type OpenedTemplate, Templates } from "../template/templates.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";
import { renderPreview, type PdfReader } from "./preview.ts";
import { dataProblems } from "./preview_dialog.ts";

/** Options of the viewer. */
export interface ViewStart {
  readonly session: EmbedSession;
  readonly template: OpenedTemplate | undefined;
  readonly reader: PdfReader;
}

/** Shows the printed template in a session that may only view. */
export class View {
  readonly #start: ViewStart;
  readonly #pages = h("div", { class: "preview-pages", id: "pages" });
  #sample = "";

  constructor(start: ViewStart) {
    this.#start = start;
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
          h("p", { class: "states" }, h("span", {}, TEXTS.state.readOnly)),
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
    else this.#pages.append(h("p", { class: "empty" }, TEXTS.view.unavailable));
  }

  /** The stylesheet has all colors of the viewer. */
  setTheme(): void {}

  async #edit(problems: ReadonlyArray<string> = []): Promise<void> {
    const { template } = this.#start;
    const manifest = manifestOf(template?.draft.layout) ?? { variables: [], loops: [] };
    const sampleText = await sampleDialog(this.#sample, manifest, problems);
    if (sampleText === undefined) return;
    this.#sample = sampleText;
    await this.#draw();
  }

  async #draw(): Promise<void> {
    const { session, template, reader } = this.#start;
    const stop = new AbortController();
    const read = parseSample(this.#sample);
    const data = read.kind === "data" ? read.data : undefined;
    const request = { layout: template?.draft.layout, name: template?.draft.name ?? "" };
    const result = await renderPreview(
      this.#pages,
      () =>
        new Templates(session).preview(
          data === undefined ? request : { ...request, data },
          stop.signal,
        ),
      reader,
      stop.signal,
    );
    if (result.kind === "drawn") return;
    const { error } = result;
    const problems = error.code === "invalid_input_data" ? dataProblems(error) : [];
    this.#pages.replaceChildren(
      h(
        "div",
        { class: "refusal", role: "alert" },
        h("p", {}, problems.length === 0 ? TEXTS.preview.failed : TEXTS.preview.data),
        h("ul", { class: "problem-list" }, ...problems.map((each) => h("li", {}, each))),
        problems.length === 0
          ? button(TEXTS.preview.again, () => void this.#draw())
          : button(TEXTS.preview.editData, () => void this.#edit(problems)),
      ),
    );
  }
}
