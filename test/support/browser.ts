import * as fs from "node:fs";
import * as path from "node:path";

import { Context, Effect, Layer, type Scope } from "effect";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** The names of Chromium's binary. The shell without windows needs less than half of the time for a page. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/**
 * The Chromium of this machine; `undefined` if none is installed. With `REQUIRE_OUTSIDE_TOOLS` it is
 * required.
 */
export const CHROMIUM = findChromium();

function findChromium(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const paths = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const executable = paths.find((file) => fs.existsSync(file));
  if (executable === undefined && process.env["REQUIRE_OUTSIDE_TOOLS"] !== undefined) {
    throw new Error("Chromium is required and not installed");
  }
  return executable;
}

/** As in a browser with windows, frames of other sites have processes of their own, and text has no hinting. */
const FLAGS = ["--site-per-process", "--font-render-hinting=none"];

/** The browser of this process, which ends with it. Suites share it: each page has a separate context. */
let sharedBrowser: Promise<Browser> | undefined;

function launch(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error("Chromium is not installed");
  sharedBrowser ??= chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS] });
  return sharedBrowser;
}

/** A browser to open pages in. */
export class Chromium extends Context.Service<Chromium, Browser>()("@paraph/test/Chromium") {
  static readonly layer = Layer.effect(Chromium, Effect.promise(launch));

  /** Closes the browser so that a program can end. */
  static readonly close = Effect.promise(async () => {
    await (await sharedBrowser)?.close();
    sharedBrowser = undefined;
  });
}

/** A page and its errors. */
export interface OpenPage {
  readonly page: Page;
  /** Script errors and violations of the page's policy; files that fail to load do not count. */
  readonly pageErrors: ReadonlyArray<string>;
}

/** Opens an empty page in a separate context; it is closed with the scope. */
export const openPage = (
  options: BrowserContextOptions = {},
): Effect.Effect<OpenPage, never, Chromium | Scope.Scope> =>
  Effect.gen(function* () {
    const browser = yield* Chromium;
    const context = yield* Effect.acquireRelease(
      Effect.promise(() => browser.newContext(options)),
      (context) => Effect.promise(() => context.close()),
    );
    // Some machines are slow.
    context.setDefaultTimeout(60_000);
    const page = yield* Effect.promise(() => context.newPage());
    const pageErrors: Array<string> = [];
    page.on("pageerror", (error) => pageErrors.push(error.message));
    page.on("console", (message) => {
      const isError = message.type() === "error" || message.type() === "warning";
      if (isError && !message.text().startsWith("Failed to load resource")) {
        pageErrors.push(message.text());
      }
    });
    return { page, pageErrors };
  });
