import { button, h } from "../../../ui/browser/dom.ts";
import type { Design } from "../design/design.ts";
import { blankBase, DEFAULT_SETUP } from "../design/page_setup.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { ask } from "../widgets/dialog.ts";
import { icon } from "../widgets/icons.ts";
import { type ReadBase, readBase } from "./base_pdf.ts";

/** The card to choose or remove a background PDF. */
export class BasePdfCard {
  readonly element: HTMLElement;
  readonly #model: TemplateModel;
  readonly #change: (design: Design) => void;
  readonly #content = h("div", { class: "drop" });
  readonly #problem = h("p", { class: "problem", role: "alert" });
  readonly #file: HTMLInputElement;
  #isReading = false;

  constructor(model: TemplateModel, change: (design: Design) => void) {
    this.#model = model;
    this.#change = change;
    this.#file = h("input", {
      type: "file",
      accept: "application/pdf,.pdf",
      hidden: true,
      id: "base-file",
      onchange: () => void this.#take(this.#file.files?.[0]),
    });
    this.element = h(
      "section",
      { class: "block" },
      h("h2", {}, TEXTS.page.base),
      this.#file,
      this.#content,
      this.#problem,
    );
    this.#content.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.#content.classList.add("is-over");
    });
    this.#content.addEventListener("dragleave", () => this.#content.classList.remove("is-over"));
    this.#content.addEventListener("drop", (event) => {
      event.preventDefault();
      this.#content.classList.remove("is-over");
      void this.#take(event.dataTransfer?.files[0]);
    });
    model.onChange(() => this.#show());
    this.#show();
  }

  #show(): void {
    const { basePdf, schemas } = this.#model.design;
    const choose = (label: string) =>
      button(label, () => this.#file.click(), { class: "is-small", disabled: this.#isReading });
    if (this.#isReading) this.#content.replaceChildren(h("p", {}, TEXTS.page.reading));
    else if (typeof basePdf === "string") {
      this.#content.replaceChildren(
        icon("file"),
        h("p", {}, TEXTS.page.baseOf(schemas.length)),
        h(
          "div",
          { class: "selection-actions" },
          choose(TEXTS.page.replace),
          button(TEXTS.page.removeBase, () => this.#remove(), { class: "is-small" }),
        ),
      );
    } else {
      this.#content.replaceChildren(
        icon("upload"),
        h("p", { class: "hint" }, TEXTS.page.baseText),
        choose(TEXTS.page.upload),
        h("p", { class: "hint" }, TEXTS.page.drop),
      );
    }
  }

  async #take(file: File | undefined): Promise<void> {
    this.#file.value = "";
    if (file === undefined) return;
    this.#isReading = true;
    this.#problem.textContent = "";
    this.#show();
    const read = await readBase(file);
    this.#isReading = false;
    this.#show();
    if (read.kind === "refused") this.#problem.textContent = read.reason;
    else await this.#use(read);
  }

  async #use({ dataUri, pages }: Extract<ReadBase, { kind: "read" }>): Promise<void> {
    const { schemas } = this.#model.design;
    const lostFieldCount = schemas.slice(pages).flat().length;
    const isSure =
      lostFieldCount === 0 ||
      (await ask(TEXTS.page.fewerTitle, TEXTS.page.fewerText(schemas.length - pages), [
        { label: TEXTS.remove.cancel, value: false },
        { label: TEXTS.page.upload, value: true, kind: "is-danger" },
      ])) === true;
    if (!isSure) return;
    const fields = Array.from({ length: pages }, (_, index) => schemas[index] ?? []);
    this.#change({ basePdf: dataUri, schemas: fields });
  }

  #remove(): void {
    this.#change({ ...this.#model.design, basePdf: blankBase(DEFAULT_SETUP) });
  }
}
