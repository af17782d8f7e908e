import { PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";

import { addressesBelow, PageAssets, type PageResponse } from "../kit/mod.ts";
import { formPage, type FormPageView } from "./form_page.ts";
import { type GoneKind, gonePage } from "./gone_page.ts";

/** Writes the pages of forms that people fill in for partners. */
export class FormPages extends Context.Service<
  FormPages,
  {
    /** The page of a session that is alive. */
    readonly show: (view: FormPageView) => PageResponse;
    /** The page of a session that is not, for whom a project allows to show it, if it is known. */
    readonly gone: (kind: GoneKind, allowedOrigins?: ReadonlyArray<string>) => PageResponse;
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
        show: (view: FormPageView) => formPage(view, addresses, root),
        gone: (kind: GoneKind, allowedOrigins: ReadonlyArray<string> = []) =>
          gonePage(kind, allowedOrigins, addresses),
      };
    }),
  );
}
