import { h } from "../../../ui/browser/dom.ts";
import { openDocument } from "../../../ui/browser/pdf/open_document.ts";
import { Viewer } from "../../../ui/browser/pdf/viewer.ts";
import { startWorker } from "../../../ui/browser/pdf/worker.ts";
import { embedPageData } from "../../../ui/browser/session/page_data.ts";
import { showStatus } from "../../../ui/browser/status.ts";
import { COMMON_TEXTS } from "../../../ui/browser/texts.ts";
import type { SendState } from "../model/send_state.ts";
import { FieldBox } from "./field_box.ts";

/** The pages of the document with the fields on them. */
export class DocumentView {
  readonly element = h("div", { id: "pages", "aria-busy": "true" });
  readonly #state: SendState;
  readonly #boxes = new Map<number, FieldBox>();
  #layers: ReadonlyArray<HTMLElement> = [];

  constructor(state: SendState) {
    this.#state = state;
  }

  get layers(): ReadonlyArray<HTMLElement> {
    return this.#layers;
  }

  /** Shows a PDF; settles when its first page is drawn. */
  async show(
    bytes: Uint8Array,
    onLayer: (layer: HTMLElement, page: number) => void,
  ): Promise<void> {
    const { worker: workerUrl, library } = embedPageData();
    const fail = () =>
      showStatus(COMMON_TEXTS.documentNotLoaded, {
        label: COMMON_TEXTS.tryAgain,
        run: () => location.reload(),
      });
    try {
      const worker = startWorker(workerUrl);
      worker.failure.catch(() => {});
      const pdf = await openDocument({ document: bytes, library }, worker);
      await Viewer.show(pdf, this.element, {
        onPage: () => {},
        onFailure: fail,
        onLaidOut: (sheets) => {
          this.#layers = sheets.map((sheet, index) => {
            const layer = h("div", { class: "layer" });
            onLayer(layer, index + 1);
            sheet.append(layer);
            return layer;
          });
          this.update();
        },
      });
    } catch {
      fail();
    } finally {
      this.element.removeAttribute("aria-busy");
    }
  }

  /** Shows the fields as they are now. */
  update(): void {
    if (this.#layers.length === 0) return;
    const { fields } = this.#state.model;
    const keys = new Set(fields.map(({ key }) => key));
    for (const [key, box] of this.#boxes) {
      if (keys.has(key)) continue;
      box.element.remove();
      this.#boxes.delete(key);
    }
    for (const field of fields) {
      const existing = this.#boxes.get(field.key);
      if (existing !== undefined) {
        existing.update();
        continue;
      }
      field.page = Math.min(field.page, this.#layers.length);
      this.#boxes.set(field.key, new FieldBox(field, this.#state, this.#layers));
    }
  }

  /** Shows the document as one recipient gets it; undefined shows all fields, which can be edited. */
  preview(recipient: number | undefined): void {
    this.element.classList.toggle("is-preview", recipient !== undefined);
    for (const { element, field } of this.#boxes.values()) {
      element.hidden = recipient !== undefined && field.recipient !== recipient;
      element.inert = recipient !== undefined;
    }
  }

  /** Moves the focus to a field. */
  focus(key: number): void {
    this.#boxes.get(key)?.element.focus();
  }

  /** Marks the fields with problems. */
  mark(keys: ReadonlySet<number>): void {
    for (const [key, { element }] of this.#boxes)
      element.classList.toggle("is-wrong", keys.has(key));
  }
}
