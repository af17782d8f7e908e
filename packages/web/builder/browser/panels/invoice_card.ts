import { termRequirements } from "@paraph/core/einvoices";

import { button, h, replaceKeepingFocus } from "../../../ui/browser/dom.ts";
import { fullManifest } from "../data/definitions.ts";
import { writtenSample } from "../data/sample_scope.ts";
import { einvoiceOf } from "../design/problems.ts";
import { invoiceDialog, NEW_EINVOICE } from "../invoice/invoice_dialog.ts";
import type { TemplateModel } from "../template/model.ts";
import { TEXTS } from "../texts.ts";

const { invoice: texts } = TEXTS;

/** The electronic invoice of the template: its profile, and what its mapping lacks. */
export class InvoiceCard {
  readonly element = h("section", { class: "block" });
  readonly #model: TemplateModel;
  #shown = "";

  constructor(model: TemplateModel) {
    this.#model = model;
    model.onChange(() => this.#show());
    this.#show();
  }

  #show(): void {
    const einvoice = einvoiceOf(this.#model.settings);
    const missing =
      einvoice === null ? 0 : termRequirements(einvoice).filter(({ isMet }) => !isMet).length;
    const state = JSON.stringify([einvoice?.profile, missing]);
    if (state === this.#shown) return;
    this.#shown = state;
    const label = einvoice === null ? texts.start : texts.edit;
    replaceKeepingFocus(
      this.element,
      h("h2", {}, texts.title),
      ...(einvoice === null
        ? [h("p", { class: "hint" }, texts.none)]
        : [
            h("p", { class: "invoice-profile" }, texts.profiles[einvoice.profile]),
            h(
              "p",
              { class: missing === 0 ? "hint" : "problem" },
              missing === 0 ? texts.complete : texts.missing(missing),
            ),
          ]),
      button(label, () => void this.edit(), { class: "is-small", id: "invoice" }),
    );
  }

  /** Opens the form, and stores the invoice when it closes. */
  async edit(): Promise<void> {
    const einvoice = einvoiceOf(this.#model.settings);
    const result = await invoiceDialog({
      einvoice: einvoice ?? NEW_EINVOICE,
      manifest: fullManifest(this.#model.definitions),
      sample: writtenSample(this.#model.sample),
    });
    const isUntouched =
      einvoice === null && JSON.stringify(result) === JSON.stringify(NEW_EINVOICE);
    if (!isUntouched) this.#model.set({ einvoice: result ?? undefined });
  }
}
