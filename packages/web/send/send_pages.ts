import { type Language, PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";

import {
  addressesBelow,
  type EmbedPageView,
  messagePage,
  PageAssets,
  type PageResponse,
} from "../kit/mod.ts";
import { SEND_TEXTS } from "./browser/texts/catalogue.ts";
import { consoleSendPage, sendPage } from "./send_page.ts";

/** Why there is no page. */
type GoneKind = "unknown" | "ended";

/** Renders the pages on which integrators' users prepare documents for signature. */
export class SendPages extends Context.Service<
  SendPages,
  {
    /** The page of an active session. */
    readonly show: (view: EmbedPageView, language: Language) => PageResponse;
    /** The page for the sessions of the console. The fragment of its URL names the document. */
    readonly showInConsole: (language: Language) => PageResponse;
    /** The page of an inactive session; of one that does not exist, nothing is known. */
    readonly gone: (
      kind: GoneKind,
      language: Language,
      view?: Partial<Pick<EmbedPageView, "allowedOrigins" | "branding">>,
    ) => PageResponse;
  }
>()("@paraph/web/SendPages") {
  static readonly layer = Layer.effect(
    SendPages,
    Effect.gen(function* () {
      const { files } = yield* PageAssets;
      const { base } = yield* PublicUrls;
      const root = new URL(base).pathname.replace(/\/$/, "");
      const addresses = addressesBelow(root, files.send);
      return SendPages.of({
        show: (view, language) => sendPage(view, language, addresses, root),
        showInConsole: (language) => consoleSendPage(language, addresses, root),
        gone: (kind, language, { allowedOrigins: framedBy = [], branding = {} } = {}) =>
          messagePage(
            {
              status: STATUS[kind],
              ...SEND_TEXTS[language].gone[kind],
              language,
              framedBy,
              branding,
            },
            addresses,
          ),
      });
    }),
  );
}

const STATUS = { unknown: 404, ended: 410 } as const satisfies Record<GoneKind, number>;
