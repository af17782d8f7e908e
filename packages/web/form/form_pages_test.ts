import { NodeFileSystem } from "@effect/platform-node";
import { assert, layer } from "@effect/vitest";
import { PublicUrls } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import { HttpServerResponse } from "effect/http";

import { PageAssets, type PageResponse } from "../kit/mod.ts";
import { FormPages } from "./form_pages.ts";

const ORIGINS = ["https://a.example", "https://b.example:8443"];

const base = "https://paraph.test/documents";
const addresses = { base, share: base, embed: `${base}/embed` };
const urls = Layer.succeed(PublicUrls, addresses);
const pages = FormPages.layer.pipe(
  Layer.provide(PageAssets.layer),
  Layer.provide([urls, NodeFileSystem.layer]),
);

const read = (response: PageResponse) =>
  Effect.promise(() => HttpServerResponse.toWeb(response).text());
const policyOf = ({ headers }: PageResponse) =>
  (headers["content-security-policy"] ?? "").split("; ");

layer(pages)("FormPages", (it) => {
  it.effect("allows the project's origins to frame it, and only its own scripts", () =>
    Effect.gen(function* () {
      const { show } = yield* FormPages;
      const page = show({ sessionId: "s", branding: {}, allowedOrigins: ORIGINS }, "en");
      assert.include(policyOf(page), `frame-ancestors ${ORIGINS.join(" ")}`);
      for (const directive of [
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data: blob:",
        "require-trusted-types-for 'script'",
      ]) {
        assert.include(policyOf(page), directive);
      }
      assert.deepInclude(page.headers, {
        "cross-origin-resource-policy": "cross-origin",
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
      });
      assert.notProperty(page.headers, "x-frame-options");
      const unframedPage = show({ sessionId: "s", branding: {}, allowedOrigins: [] }, "en");
      assert.include(policyOf(unframedPage), "frame-ancestors 'none'");
    }),
  );

  it.effect("passes URLs below the path of the deployment to its script", () =>
    Effect.gen(function* () {
      const { show } = yield* FormPages;
      const hostile = `"><script>alert(1)</script>`;
      const page = yield* read(
        show(
          {
            sessionId: hostile,
            title: hostile,
            branding: { name: hostile, primaryColor: "#ffd400" },
            allowedOrigins: ORIGINS,
          },
          "en",
        ),
      );
      assert.notInclude(page, "<script>alert");
      assert.include(page, '<link rel="stylesheet" href="/documents/assets/brand-ffd400.css" />');
      assert.include(page, 'data-root="/documents"');
      assert.include(page, `data-origins="${ORIGINS.join(" ")}"`);
      assert.match(page, /data-worker="\/documents\/assets\/pdfjs-[\d.]+\/worker\.js"/u);
      assert.match(page, /src="\/documents\/assets\/form-\w+\.js"/u);
    }),
  );

  it.effect("shows why there is no form, to allowed origins if they are known", () =>
    Effect.gen(function* () {
      const { gone } = yield* FormPages;
      const [endedPage, unknownPage] = [
        gone("ended", "en", { allowedOrigins: ORIGINS, branding: { name: "Acme" } }),
        gone("unknown", "de"),
      ];
      assert.deepEqual([endedPage.status, unknownPage.status], [410, 404]);
      assert.include(policyOf(endedPage), `frame-ancestors ${ORIGINS.join(" ")}`);
      assert.include(policyOf(unknownPage), "frame-ancestors 'none'");
      assert.include(yield* read(endedPage), "This session has ended");
      const german = yield* read(unknownPage);
      assert.include(german, '<html lang="de"');
      assert.include(german, "Dieses Formular gibt es nicht");
    }),
  );
});
