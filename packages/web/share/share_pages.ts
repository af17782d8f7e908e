import type { Branding } from "@paraph/core/projects";
import { type Language, PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";

import { addressesBelow, PageAssets, type PageResponse } from "../kit/mod.ts";
import { type NeutralKind, neutralPage } from "./neutral_page.ts";
import { sharePage, type SharePageView } from "./share_page.ts";

/** Renders the public pages of shares. */
export class SharePages extends Context.Service<
  SharePages,
  {
    /** The page of an active share. */
    readonly share: (view: SharePageView, language: Language) => PageResponse;
    /**
     * The page of a link that does not work. It reveals nothing about any document. A link that worked before
     * has the branding of its sender.
     */
    readonly neutral: (kind: NeutralKind, language: Language, branding?: Branding) => PageResponse;
  }
>()("@paraph/web/SharePages") {
  static readonly layer = Layer.effect(
    SharePages,
    Effect.gen(function* () {
      const { files } = yield* PageAssets;
      const { share } = yield* PublicUrls;
      // Share pages may be below a path, at different depths.
      const root = new URL(share).pathname.replace(/\/$/, "");
      const addresses = addressesBelow(root, files.share);
      return {
        share: (view: SharePageView, language: Language) => sharePage(view, language, addresses),
        neutral: (kind: NeutralKind, language: Language, branding: Branding = {}) =>
          neutralPage(kind, { language, branding }, addresses),
      };
    }),
  );
}
