import { PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";

import { addressesBelow, PageAssets, type PageResponse } from "../kit/mod.ts";
import { consolePage } from "./console_page.ts";

/** Renders the page of the console. */
export class ConsolePages extends Context.Service<
  ConsolePages,
  {
    /** The page, the same for everyone: the script asks who is signed in. */
    readonly page: PageResponse;
  }
>()("@paraph/web/ConsolePages") {
  static readonly layer = Layer.effect(
    ConsolePages,
    Effect.gen(function* () {
      const { files } = yield* PageAssets;
      const { base } = yield* PublicUrls;
      // Pages may be below a path.
      const root = new URL(base).pathname.replace(/\/$/, "");
      return { page: consolePage(root, addressesBelow(root, files.console)) };
    }),
  );
}
