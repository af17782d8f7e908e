import { type Language, PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";

import {
  addressesBelow,
  html,
  messagePage,
  PageAssets,
  pageFrame,
  type PageResponse,
  STILL,
} from "../kit/mod.ts";
import { LANDING_TEXTS } from "./texts.ts";

/** Renders the pages for visitors without a link to a document (contract §11). */
export class LandingPages extends Context.Service<
  LandingPages,
  {
    /** The start page: what the server is, its health, and links. */
    readonly start: (language: Language, isReady: boolean) => PageResponse;
    /** The page of an address that is not found. */
    readonly unknown: (language: Language) => PageResponse;
  }
>()("@paraph/web/LandingPages") {
  static readonly layer = Layer.effect(
    LandingPages,
    Effect.gen(function* () {
      const { files } = yield* PageAssets;
      const { base } = yield* PublicUrls;
      const root = new URL(base).pathname.replace(/\/$/, "");
      const look = addressesBelow(root, files.share);
      return {
        start: (language: Language, isReady: boolean) => {
          const texts = LANDING_TEXTS[language];
          const links = [
            [`${root}/console`, texts.console],
            [`${root}/docs`, texts.reference],
            [`${root}/openapi.json`, texts.openApi],
            [DOCUMENTATION, texts.documentation],
          ] as const;
          const body = html`<body class="neutral">
            <main>
              <img class="emblem" src="${look.icon}" alt="" />
              <h1>Paraph</h1>
              <p>${texts.what}</p>
              <p>${isReady ? texts.ready : texts.notReady}</p>
              <nav aria-label="${texts.links}">
                ${links.map(
                  ([url, label], index) =>
                    html`<a class="${index === 0 ? "button is-first" : "button"}" href="${url}"
                      >${label}</a
                    >`,
                )}
              </nav>
            </main>
          </body>`;
          return pageFrame({
            status: 200,
            title: "Paraph",
            language,
            files: look,
            policy: STILL,
            body,
          });
        },
        unknown: (language: Language) =>
          messagePage({ status: 404, ...LANDING_TEXTS[language].unknown, language }, look),
      };
    }),
  );
}

const DOCUMENTATION = "https://github.com/paraph/paraph#readme";
