import { NodeFileSystem } from "@effect/platform-node";
import { assert, describe, layer } from "@effect/vitest";
import { PublicUrls } from "@paraph/core/values";
import { Effect, Layer } from "effect";
import { HttpServerResponse } from "effect/http";

import { PageAssets, type PageResponse } from "../kit/mod.ts";
import type { SharePageView } from "./share_page.ts";
import { SharePages } from "./share_pages.ts";

const VIEW: SharePageView = {
  title: "Invoice 7",
  sender: "Acme",
  message: null,
  pageCount: 2,
  byteSize: 1_250_000,
  expiresAt: null,
  documentUrl: "shr_x/document.pdf",
  downloadUrl: "shr_x/document.pdf?download=1",
  eventsUrl: "shr_x/events",
  branding: {},
};

const BRANDED: SharePageView = {
  ...VIEW,
  branding: {
    name: "Acme",
    logo: { id: "0198c0de", type: "image/png" },
    primaryColor: "#ffd400",
    footer: "Acme Ltd",
  },
};

const urls = Layer.succeed(PublicUrls, {
  base: "https://paraph.test",
  share: "https://documents.test/of/acme",
  embed: "https://paraph.test/embed",
});
const pages = SharePages.layer.pipe(
  Layer.provide(PageAssets.layer),
  Layer.provide([urls, NodeFileSystem.layer]),
);

layer(pages)("SharePages", (it) => {
  const read = (response: PageResponse) =>
    Effect.promise(() => HttpServerResponse.toWeb(response).text());

  describe("share()", () => {
    it.effect("escapes the texts of senders", () =>
      Effect.gen(function* () {
        const { share } = yield* SharePages;
        const hostile = `"><script>alert(1)</script><a title='&amp;`;
        const branding = { name: hostile, footer: hostile };
        const page = yield* read(
          share({ ...VIEW, title: hostile, message: hostile, branding }, "en"),
        );
        assert.notInclude(page, "<script>alert");
        const escapedText =
          "&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#60;a title=&#39;&#38;amp;";
        assert.strictEqual(page.split(escapedText).length - 1, 5);
      }),
    );

    it.effect("shows pages, size and expiry", () =>
      Effect.gen(function* () {
        const { share } = yield* SharePages;
        const page = yield* read(share({ ...VIEW, expiresAt: "2026-12-24T12:00:00.000Z" }, "en"));
        for (const fact of ["2 pages", "1.3 MB", "24 December 2026"]) assert.include(page, fact);
        const small = yield* read(share({ ...VIEW, pageCount: 1, byteSize: 10 }, "en"));
        for (const fact of ["1 page<", "1 kB"]) assert.include(small, fact);
        assert.notInclude(small, "until");
      }),
    );

    it.effect("preloads only small documents", () =>
      Effect.gen(function* () {
        const { share } = yield* SharePages;
        assert.include(yield* read(share({ ...VIEW, byteSize: 100_000 }, "en")), 'rel="preload"');
        assert.notInclude(yield* read(share(VIEW, "en")), 'rel="preload"');
      }),
    );

    it.effect("loads its files below the path of shares", () =>
      Effect.gen(function* () {
        const { share, neutral } = yield* SharePages;
        for (const response of [share(BRANDED, "en"), neutral("expired", "en", BRANDED.branding)]) {
          const html = yield* read(response);
          for (const path of ["logos/0198c0de", "assets/brand-ffd400.css"])
            assert.include(html, `"/of/acme/${path}"`);
          const sources = html.matchAll(/(?:href|src)="(\/[^"]*)"/g);
          for (const [, source = ""] of sources) assert.match(source, /^\/of\/acme\/\w+\/./);
        }
      }),
    );
  });

  describe("neutral()", () => {
    it.effect("shows why there is no document", () =>
      Effect.gen(function* () {
        const { neutral } = yield* SharePages;
        for (const [kind, status, title] of [
          ["unknown", 404, "This link doesn&#39;t work"],
          ["revoked", 410, "This link has been withdrawn"],
          ["expired", 410, "This link has expired"],
        ] as const) {
          assert.strictEqual(neutral(kind, "en").status, status);
          assert.include(yield* read(neutral(kind, "en")), `<h1>${title}</h1>`);
        }
        const japanese = yield* read(neutral("expired", "ja"));
        assert.include(japanese, '<html lang="ja" dir="ltr">');
        assert.include(japanese, "<h1>このリンクの有効期限が切れています</h1>");
      }),
    );
  });

  describe("every page", () => {
    it.effect("forbids caching, indexing, framing and foreign scripts, and sends no referrer", () =>
      Effect.gen(function* () {
        const { share, neutral } = yield* SharePages;
        for (const response of [
          share(VIEW, "en"),
          share(BRANDED, "en"),
          neutral("unknown", "en"),
          neutral("revoked", "en"),
        ]) {
          const { headers } = response;
          assert.strictEqual(headers["cache-control"], "no-store");
          assert.strictEqual(headers["referrer-policy"], "no-referrer");
          assert.include(headers["x-robots-tag"], "noindex");
          const policy = headers["content-security-policy"] ?? "";
          for (const rule of [
            "default-src 'none'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "require-trusted-types-for 'script'",
          ]) {
            assert.include(policy, rule);
          }
          assert.notMatch(policy, /unsafe|\*|https?:/);
          const page = yield* read(response);
          assert.notMatch(page, /<style|<script(?![^>]* src=)| style=| on\w+=/);
          assert.include(page, '<html lang="en" dir="ltr">');
        }
      }),
    );
  });
});
