import { byId, button, h, iconButton } from "../../../ui/browser/dom.ts";
import { hasParent, postToParent } from "../../../ui/browser/session/parent.ts";
import type { EmbedSession } from "../../../ui/browser/session/session.ts";
import { sampleDialog } from "../data/sample_dialog.ts";
import { readSample } from "../data/sample_text.ts";
import { manifestIn } from "../design/saved_layout.ts";
import { leave } from "../leave.ts";
import { type OpenedTemplate, Templates } from "../template/templates.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";
import { drawPreview, type PdfReader } from "./preview.ts";
import { problemsIn } from "./preview_dialog.ts";

/** What there is to look at. */
export interface ViewStart {
  readonly session: EmbedSession;
  readonly template: OpenedTemplate | undefined;
  readonly reader: PdfReader;
}

/** The template as it prints, for who may look at it and change nothing. */
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
            if (hasParent()) postToParent({ type: "paraph:close" });
            else leave(context.callbacks.closeUrl);
          }),
        ),
      ),
      h("main", { class: "viewing" }, this.#pages),
    );
    if (mayPreview) void this.#draw();
    else this.#pages.append(h("p", { class: "empty" }, TEXTS.view.unavailable));
  }

  /** Nothing here has colours of its own. */
  dress(): void {}

  async #edit(problems: ReadonlyArray<string> = []): Promise<void> {
    const { template } = this.#start;
    const manifest = manifestIn(template?.draft.layout) ?? { variables: [], loops: [] };
    const written = await sampleDialog(this.#sample, manifest, problems);
    if (written === undefined) return;
    this.#sample = written;
    await this.#draw();
  }

  async #draw(): Promise<void> {
    const { session, template, reader } = this.#start;
    const stop = new AbortController();
    const read = readSample(this.#sample);
    const data = read.kind === "data" ? read.data : undefined;
    const asked = { layout: template?.draft.layout, name: template?.draft.name ?? "" };
    const drawn = await drawPreview(
      this.#pages,
      () =>
        new Templates(session).preview(
          data === undefined ? asked : { ...asked, data },
          stop.signal,
        ),
      reader,
      stop.signal,
    );
    if (drawn.kind === "drawn") return;
    const { fault } = drawn;
    const problems = fault.code === "invalid_input_data" ? problemsIn(fault) : [];
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
