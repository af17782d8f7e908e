import { button, h, iconButton, replaceKeepingFocus } from "../../../ui/browser/dom.ts";
import { isRecord } from "../../../ui/browser/is_record.ts";
import { conditionDialog, conditionWords } from "../conditions/condition_dialog.ts";
import { readBase } from "../panels/base_pdf.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";
import { icon } from "../widgets/icons.ts";
import { attachmentDialog } from "./attachment_dialog.ts";

const { files: texts } = TEXTS;

/** The lists of files in the settings of a layout. */
type FileList = "attachments" | "prepend" | "append";

/** The files of the documents: attachments, and PDFs in front of and behind the pages. */
export class FilesCard {
  readonly element = h("section", { class: "block files-card" });
  readonly #model: TemplateModel;
  #shown = "";
  #problem = "";

  constructor(model: TemplateModel) {
    this.#model = model;
    model.onChange(() => this.#show());
    this.#show();
  }

  #list(name: FileList): ReadonlyArray<unknown> {
    const list = this.#model.settings[name];
    return Array.isArray(list) ? list : [];
  }

  #set(name: FileList, list: ReadonlyArray<unknown>): void {
    this.#model.set({ [name]: list.length === 0 ? undefined : list });
  }

  #show(): void {
    const lists = ["attachments", "prepend", "append"] as const;
    const state = JSON.stringify([lists.map((name) => this.#list(name)), this.#problem]);
    if (state === this.#shown) return;
    this.#shown = state;
    replaceKeepingFocus(
      this.element,
      h("h2", {}, texts.title),
      h("h3", {}, texts.attachments),
      this.#items("attachments", (item) => [
        button(texts.edit, () => void this.#edit(item), {
          class: "is-small",
          "aria-label": texts.editOf(nameOf(item)),
        }),
      ]),
      button(texts.add, () => void this.#edit(undefined), {
        class: "is-small",
        "data-key": "add attachment",
      }),
      ...(["prepend", "append"] as const).flatMap((name) => [
        h("h3", {}, texts[name]),
        this.#items(name, (item) => [
          button(this.#conditionOf(item), () => void this.#condition(name, item), {
            class: "is-small",
            "aria-label": texts.conditionOf(nameOf(item), this.#conditionOf(item)),
          }),
        ]),
        this.#addPdf(name),
      ]),
      h("p", { class: "problem", role: "alert" }, this.#problem),
    );
  }

  #items(name: FileList, actions: (item: unknown) => ReadonlyArray<HTMLElement>): HTMLElement {
    const list = this.#list(name);
    return h(
      "ul",
      { class: "file-items" },
      ...list.map((item, index) =>
        h(
          "li",
          {},
          h("span", { class: "file-name" }, nameOf(item)),
          ...actions(item),
          iconButton(
            texts.up(nameOf(item)),
            icon("up"),
            () => this.#set(name, list.toSpliced(index, 1).toSpliced(index - 1, 0, item)),
            { class: "is-quiet", disabled: index === 0 },
          ),
          iconButton(
            texts.remove(nameOf(item)),
            icon("trash"),
            () => this.#set(name, list.toSpliced(index, 1)),
            { class: "is-quiet" },
          ),
        ),
      ),
    );
  }

  #addPdf(name: "prepend" | "append"): HTMLElement {
    const input = h("input", {
      type: "file",
      accept: "application/pdf,.pdf",
      hidden: true,
      "aria-label": texts.addPdf[name],
      onchange: () => void this.#take(name, input.files?.[0]),
    });
    return h(
      "div",
      {},
      input,
      button(texts.choose, () => input.click(), {
        class: "is-small",
        "aria-label": texts.addPdf[name],
        "data-key": name,
      }),
    );
  }

  async #take(name: "prepend" | "append", file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const read = await readBase(file);
    this.#problem = read.kind === "refused" ? read.reason : "";
    if (read.kind === "read") this.#set(name, [...this.#list(name), read.dataUri]);
    this.#show();
  }

  async #edit(item: unknown): Promise<void> {
    const changed = await attachmentDialog(isRecord(item) ? item : {}, this.#model);
    if (changed === undefined) return;
    const list = this.#list("attachments");
    this.#set(
      "attachments",
      item === undefined
        ? [...list, changed]
        : list.map((each) => (each === item ? changed : each)),
    );
  }

  #conditionOf(item: unknown): string {
    const when = isRecord(item) ? item["when"] : undefined;
    return typeof when === "string" && when !== ""
      ? texts.onlyIf(conditionWords(when, this.#model.fullManifest))
      : texts.always;
  }

  async #condition(name: "prepend" | "append", item: unknown): Promise<void> {
    const before = isRecord(item) ? item : { pdf: item };
    const when = typeof before["when"] === "string" ? before["when"] : "";
    const { fullManifest: manifest, sampleScope: sample } = this.#model;
    const changed = await conditionDialog({ kind: "when", text: when, manifest, sample });
    if (changed === undefined) return;
    const { when: _when, ...rest } = before;
    const plain = Object.keys(rest).length === 1 ? rest["pdf"] : rest;
    const next = changed === "" ? plain : { ...rest, when: changed };
    this.#set(
      name,
      this.#list(name).map((each) => (each === item ? next : each)),
    );
  }
}

/** The name of an attachment, or the size of a PDF. */
function nameOf(item: unknown): string {
  if (isRecord(item) && typeof item["name"] === "string") return item["name"];
  const pdf = isRecord(item) ? item["pdf"] : item;
  const bytes = typeof pdf === "string" ? (pdf.length - pdf.indexOf(",")) * 0.75 : 0;
  return texts.pdf(Math.max(1, Math.round(bytes / 1000)));
}
