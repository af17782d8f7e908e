import { join } from "node:path";

import { Context, Effect, FileSystem, Layer } from "effect";

import { brandStylesheet } from "./branding.ts";
import { PDFJS, PDFJS_FOLDERS, PDFJS_VERSION, PDFJS_WORKER } from "./build/pdfjs_folder.ts";
import { starters } from "./build/starters.ts";
import { type Coding, compress } from "./compress.ts";
import { pageBundle } from "./page_bundle.ts";
import type { PageKind } from "./page_contents.ts";

/** A file of the pages, cached in memory after its first request. */
export interface PageAsset {
  readonly contentType: string;
  /** Returns the file, optionally in a content coding. */
  readonly read: (coding?: Coding) => Effect.Effect<Uint8Array>;
}

/** The URLs of the files that every page loads. */
export interface PageLook {
  /** The path of the server, without a slash at the end. */
  readonly root: string;
  readonly stylesheet: string;
  readonly icon: string;
}

/**
 * The URLs of the files that a page loads; in {@linkcode PageAssets}, their names below {@linkcode ASSETS}.
 */
export interface PageFiles extends PageLook {
  /** The start script. */
  readonly script: string;
  /** The scripts that it imports. */
  readonly modules: ReadonlyArray<string>;
  /** The script of the PDF worker. */
  readonly worker: string;
  /** The folder of the files that pdf.js fetches; ends with a slash. */
  readonly library: string;
  /** The templates that the builder offers as a start, as JSON. */
  readonly starters: string;
}

/** The path of the files of the pages. */
export const ASSETS = "/assets/";

/** All files that pages load. Names change with the content, so that browsers may cache them permanently. */
export class PageAssets extends Context.Service<
  PageAssets,
  {
    readonly files: Readonly<Record<PageKind, PageFiles> & Record<"inbox" | "verify", PageLook>>;
    readonly find: (name: string) => PageAsset | undefined;
  }
>()("@paraph/web/PageAssets") {
  /** Bundles the scripts. A failure stops the start. */
  static readonly layer = Layer.effect(
    PageAssets,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem;
      const assets = new Map<string, PageAsset>();
      const add = Effect.fnUntraced(function* (name: string, bytes: Effect.Effect<Uint8Array>) {
        // Uninterruptible, so that an aborted request does not discard the work for later ones.
        const once = (make: Effect.Effect<Uint8Array>) =>
          Effect.cached(Effect.uninterruptible(make));
        const plain = yield* once(bytes);
        const inCoding = (coding: Coding) =>
          once(Effect.flatMap(plain, (content) => compress(content, coding)));
        const codings = { br: yield* inCoding("br"), gzip: yield* inCoding("gzip") };
        const read = (coding?: Coding) => (coding === undefined ? plain : codings[coding]);
        assets.set(name, { contentType: contentTypeOf(name), read });
      });

      const { files, icon, inbox, verify, pages } = yield* pageBundle;
      for (const [name, bytes] of files) yield* add(name, Effect.succeed(bytes));
      const library = `pdfjs-${PDFJS_VERSION}/`;
      for (const folder of PDFJS_FOLDERS) {
        for (const file of yield* fs.readDirectory(join(PDFJS, folder))) {
          const bytes = Effect.orDie(fs.readFile(join(PDFJS, folder, file)));
          yield* add(`${library}${folder}/${file}`, bytes);
        }
      }
      const worker = `${library}worker.js`;
      yield* add(worker, Effect.succeed(yield* fs.readFile(join(PDFJS, PDFJS_WORKER))));
      const offered = yield* starters;
      yield* add(offered.name, offered.bytes);
      const common = { root: "", icon, library, worker, starters: offered.name };
      return {
        files: {
          share: { ...common, ...pages.share },
          sign: { ...common, ...pages.sign },
          builder: { ...common, ...pages.builder },
          form: { ...common, ...pages.form },
          send: { ...common, ...pages.send },
          inbox: { root: "", icon, ...inbox },
          verify: { root: "", icon, ...verify },
          reference: { ...common, ...pages.reference },
          console: { ...common, ...pages.console },
        },
        find: (name: string) => assets.get(name) ?? brandAsset(name),
      };
    }),
  ).pipe(Layer.orDie);
}

/** Returns the URLs of files below a path that ends without a slash. */
export function addressesBelow(root: string, files: PageFiles): PageFiles {
  const addressOf = (name: string) => `${root}${ASSETS}${name}`;
  return {
    root,
    script: addressOf(files.script),
    modules: files.modules.map(addressOf),
    worker: addressOf(files.worker),
    library: addressOf(files.library),
    stylesheet: addressOf(files.stylesheet),
    icon: addressOf(files.icon),
    starters: addressOf(files.starters),
  };
}

/** The stylesheet of a color, which is made for each request. */
function brandAsset(name: string): PageAsset | undefined {
  const style = brandStylesheet(name);
  if (style === undefined) return undefined;
  const bytes = new TextEncoder().encode(style);
  return {
    contentType: contentTypeOf(name),
    read: (coding) => (coding === undefined ? Effect.succeed(bytes) : compress(bytes, coding)),
  };
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  ttf: "font/ttf",
  wasm: "application/wasm",
  json: "application/json",
};

function contentTypeOf(name: string): string {
  return CONTENT_TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}
