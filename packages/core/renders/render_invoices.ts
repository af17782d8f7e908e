import { Context, Effect, Layer, Option, Schema } from "effect";

import { invoiceFromData, type SyntaxName, writeInvoice } from "../einvoices/mod.ts";
import { TemplateStore } from "../templates/mod.ts";
import { NotFound, type ProjectId, RenderId } from "../values/mod.ts";
import { dataStorage, inputDataOf } from "./documents/stored_data.ts";
import { RenderStore } from "./render_store.ts";

/** The syntax of an invoice to read. */
export const InvoiceQuery = Schema.Struct({
  syntax: Schema.optionalKey(Schema.Literals(["cii", "ubl"])).annotateKey({
    description:
      "`cii` for UN/CEFACT CII (Factur-X, ZUGFeRD), or `ubl` for OASIS UBL 2.1 (XRechnung, Peppol). Default `cii`.",
  }),
}).annotate({ identifier: "InvoiceQuery", description: "The syntax of an electronic invoice." });

/** Writes the electronic invoices of renders. */
export class RenderInvoices extends Context.Service<
  RenderInvoices,
  {
    /** The invoice of an accepted render as XML; not found if its version has no electronic invoice. */
    readonly write: (
      project: ProjectId,
      id: string,
      syntax?: SyntaxName,
    ) => Effect.Effect<string, NotFound>;
  }
>()("@paraph/core/renders/RenderInvoices") {
  static readonly layer = Layer.effect(
    RenderInvoices,
    Effect.gen(function* () {
      const renders = yield* RenderStore;
      const templates = yield* TemplateStore;
      const storage = yield* dataStorage;
      const required = <A>(option: Option.Option<A>) =>
        Effect.fromOption(option, () => NotFound.of("render"));

      const write = Effect.fn("RenderInvoices.write")(function* (
        project: ProjectId,
        id: string,
        syntax: SyntaxName = "cii",
      ) {
        const found = isRenderId(id) ? yield* renders.find(project, id) : Option.none();
        const { id: renderId, templateId, versionNumber } = yield* required(found);
        if (templateId === null || versionNumber === null)
          return yield* NotFound.of("electronic invoice");
        const version = yield* required(yield* templates.findVersion(templateId, versionNumber));
        if (version.einvoice === null) return yield* NotFound.of("electronic invoice");
        const data = yield* storage.load(yield* required(yield* renders.findData(renderId)));
        return writeInvoice(invoiceFromData(version.einvoice, inputDataOf(data)), syntax);
      });

      return RenderInvoices.of({ write });
    }),
  );
}

const isRenderId = Schema.is(RenderId);
