import { PublicUrls } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";

import { addressesBelow, PageAssets, type PageResponse } from "../kit/mod.ts";
import { ExampleKeys, exampleVariables } from "./example_keys.ts";
import { decodeDocument } from "./operations.ts";
import { referencePage } from "./reference_page.ts";

/** Renders the reference of the API. */
export class ReferencePages extends Context.Service<
  ReferencePages,
  {
    /**
     * The page of an OpenAPI document.
     *
     * @param path The path of the document on this server.
     */
    readonly show: (document: unknown, path: string) => PageResponse;
  }
>()("@paraph/web/ReferencePages") {
  static readonly layer = Layer.effect(
    ReferencePages,
    Effect.gen(function* () {
      const { files } = yield* PageAssets;
      const { base } = yield* PublicUrls;
      // Pages may be below a path.
      const root = new URL(base).pathname.replace(/\/$/, "");
      const addresses = addressesBelow(root, files.reference);
      const variables = exampleVariables(base, yield* ExampleKeys);
      return {
        show: (document: unknown, path: string) =>
          referencePage(decodeDocument(document), {
            source: `${root}${path}`,
            files: addresses,
            variables,
          }),
      };
    }),
  );
}
