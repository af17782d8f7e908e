import { PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";

import { type NeutralKind, neutralPage } from "./neutral_page.ts";
import { ASSETS, PageAssets, type PageFiles } from "./page_assets.ts";
import type { SharePageResponse } from "./page_frame.ts";
import { sharePage, type SharePageView } from "./share_page.ts";

/** Writes the public pages of shares. */
export class SharePages extends Context.Service<
  SharePages,
  {
    /** The page of a share that is open. */
    readonly share: (view: SharePageView) => SharePageResponse;
    /** The page of a share that is not, or not any more: it tells nothing of any document. */
    readonly neutral: (kind: NeutralKind) => SharePageResponse;
  }
>()("@paraph/http/share_page/SharePages") {
  static readonly layer = Layer.effect(
    SharePages,
    Effect.gen(function* () {
      const { files } = yield* PageAssets;
      const { share } = yield* PublicUrls;
      // Share pages may live below a path, and some of them lie deeper than others.
      const root = new URL(share).pathname.replace(/\/$/, "");
      const addresses = addressesOf(files, (name) => `${root}${ASSETS}${name}`);
      return {
        share: (view: SharePageView) => sharePage(view, addresses),
        neutral: (kind: NeutralKind) => neutralPage(kind, addresses),
      };
    }),
  );
}

function addressesOf(files: PageFiles, addressOf: (name: string) => string): PageFiles {
  return {
    script: addressOf(files.script),
    modules: files.modules.map(addressOf),
    worker: addressOf(files.worker),
    library: addressOf(files.library),
    stylesheet: addressOf(files.stylesheet),
    icon: addressOf(files.icon),
  };
}
