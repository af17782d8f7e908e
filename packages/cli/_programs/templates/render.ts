import { createHash } from "node:crypto";
import * as path from "node:path";

import type { Settings } from "@paraph/app/settings";
import type { RenderedPdf } from "@paraph/core/renders";
import { Console, Duration, Effect, Result } from "effect";

import { DASH } from "../../flags.ts";
import { writeOutput, writeWhole } from "../../output_file.ts";
import type { LocalTemplate } from "../../template_folder/mod.ts";
import { failureText, WrongUsage } from "../../terminal/failure.ts";
import { plainLine } from "../../terminal/plain_text.ts";
import { FolderWatch } from "./folder_watch.ts";
import {
  type RenderInputs,
  type RenderSources,
  renderLayer,
  makeRenderer,
  readInputs,
} from "./local_rendering.ts";

/** What to render, where to write the PDF, and whether to render again after each change. */
export interface RenderFile extends RenderSources {
  /** `-` for standard output; absent: `preview.pdf` in the template's folder. */
  readonly output: string | undefined;
  readonly watch: boolean;
}

/** Renders files without a server, and prints what was written. With `watch` it renders after each change. */
export function renderFile(settings: Settings, options: RenderFile) {
  if (options.watch && [options.data, options.output].includes(DASH)) {
    return Effect.fail(new WrongUsage({ message: "--watch cannot be used with -; name files" }));
  }
  const program = options.watch ? renderOnChange(options) : renderOnce(options);
  return Effect.provide(Effect.scoped(program), renderLayer(settings));
}

const renderOnce = Effect.fnUntraced(function* (options: RenderFile) {
  const render = yield* makeRenderer;
  const inputs = yield* readInputs(options, new Set());
  const { bytes, pageCount, warnings } = yield* render(inputs);
  const output = outputOf(options, inputs.template.folder);
  yield* writeOutput(output, bytes, wrote(output, pageCount));
  yield* printWarnings(inputs.template, warnings);
});

const printWarnings = ({ place }: LocalTemplate, warnings: RenderedPdf["warnings"]) =>
  Effect.forEach(
    warnings,
    ({ path: field, message }) => Console.error(plainLine(`Warning: ${place(field)}: ${message}`)),
    { discard: true },
  );

/** Renders at once and after each change. Prints failures and continues. */
const renderOnChange = Effect.fnUntraced(function* (options: RenderFile) {
  const render = yield* makeRenderer;
  const watch = yield* FolderWatch.make;
  const dependencies = new Set([options.source]);
  watch.follow(dependencies);
  let lastFingerprint = "";
  const step = Effect.gen(function* () {
    dependencies.clear();
    const inputs = yield* Effect.result(readInputs(options, dependencies));
    watch.follow(dependencies);
    const fingerprint = Result.isSuccess(inputs)
      ? fingerprintOf(inputs.success)
      : failureText(inputs.failure);
    // Other files in the folder change too, such as the PDF.
    if (fingerprint === lastFingerprint) return undefined;
    lastFingerprint = fingerprint;
    const { template, data, dataFile } = yield* Effect.fromResult(inputs);
    const pdf = yield* render({ template, data, dataFile });
    const output = outputOf(options, template.folder);
    yield* writeWhole(output, pdf.bytes);
    return { output, pageCount: pdf.pageCount, template, warnings: pdf.warnings };
  });
  const attempt = Effect.timed(step).pipe(
    Effect.flatMap(([time, result]) =>
      result === undefined
        ? Effect.void
        : Console.error(`${wrote(result.output, result.pageCount)} in ${millis(time)} ms`).pipe(
            Effect.andThen(printWarnings(result.template, result.warnings)),
          ),
    ),
    Effect.catch((failure) => Console.error(failureText(failure))),
  );
  return yield* attempt.pipe(Effect.andThen(watch.nextChange), Effect.forever);
});

/** Equal inputs have equal documents. */
function fingerprintOf({ template: { content, fonts }, data }: RenderInputs): string {
  const files = fonts.map(({ name, data: file }) => [
    name,
    createHash("sha256").update(file).digest("hex"),
  ]);
  return JSON.stringify([content, data, files]);
}

function outputOf({ output }: RenderFile, folder: string): string {
  return output ?? path.join(folder, "preview.pdf");
}

function wrote(output: string, pages: number): string {
  return `Wrote ${output} (${pages === 1 ? "1 page" : `${pages} pages`})`;
}

function millis(time: Duration.Duration): number {
  return Math.round(Duration.toMillis(time));
}
