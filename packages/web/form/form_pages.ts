import { type Language, PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";

import { addressesBelow, type EmbedPageView, PageAssets, type PageResponse } from "../kit/mod.ts";
import { formPage } from "./form_page.ts";
import { type GoneKind, gonePage, type GoneView } from "./gone_page.ts";

/** Renders the pages of forms, which integrators embed. */
export class FormPages extends Context.Service<
  FormPages,
  {
    /** The page of an active session. */
    readonly show: (view: EmbedPageView, language: Language) => PageResponse;
    /** The page of an inactive session; of one that does not exist, nothing is known. */
    readonly gone: (kind: GoneKind, language: Language, view?: GoneView) => PageResponse;
  }
>()("@paraph/web/FormPages") {
  static readonly layer = Layer.effect(
    FormPages,
    Effect.gen(function* () {
      const { files } = yield* PageAssets;
      const { base } = yield* PublicUrls;
      const root = new URL(base).pathname.replace(/\/$/, "");
      const addresses = addressesBelow(root, files.form);
      return {
        show: (view: EmbedPageView, language: Language) =>
          formPage(view, language, addresses, root),
        gone: (kind: GoneKind, language: Language, view: GoneView = {}) =>
          gonePage(kind, view, language, addresses),
      };
    }),
  );
}
