import { type Language, PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";

import { ASSETS, messagePage, PageAssets, type PageResponse } from "../kit/mod.ts";
import { VERIFY_TEXTS } from "./texts/catalogue.ts";
import { verifyPage } from "./verify_page.ts";
import type { VerifyView } from "./verify_view.ts";

/** Renders the pages for people who check signed documents. */
export class VerifyPages extends Context.Service<
  VerifyPages,
  {
    /** The page that checks files. */
    readonly show: (view: VerifyView, language: Language) => PageResponse;
    /** The page of an address without a certificate. It reveals nothing about any request. */
    readonly unknown: (language: Language) => PageResponse;
  }
>()("@paraph/web/VerifyPages") {
  static readonly layer = Layer.effect(
    VerifyPages,
    Effect.gen(function* () {
      const { files } = yield* PageAssets;
      const { base } = yield* PublicUrls;
      const root = new URL(base).pathname.replace(/\/$/, "");
      const { icon, stylesheet } = files.verify;
      const addressOf = (name: string) => `${root}${ASSETS}${name}`;
      const look = { root, icon: addressOf(icon), stylesheet: addressOf(stylesheet) };
      return {
        show: (view: VerifyView, language: Language) => verifyPage(view, language, look),
        unknown: (language: Language) => {
          const { title, text } = VERIFY_TEXTS[language].unknown;
          return messagePage({ status: 404, title, advice: text, language }, look);
        },
      };
    }),
  );
}
