import * as path from "node:path";

import { platform, renderer } from "@paraph/app";
import { checkInputData } from "@paraph/core/manifests";
import { Publication } from "@paraph/core/templates";
import type { Issue, Issues } from "@paraph/core/values";
import { readFonts } from "@paraph/pdf";
import { Effect, Layer, Result } from "effect";

import {
  DATA_JSON,
  type LocalTemplate,
  readPlacedJson,
  readTemplateFiles,
  toTemplate,
  WrongTemplate,
} from "../../template_folder/mod.ts";
import { logging } from "../logging.ts";

/** The services that checks need. They need no settings because they fetch and store nothing. */
export const checkLayer = Publication.layer.pipe(
  Layer.provideMerge(renderer({ workerConcurrency: 1, allowPrivateNetwork: false })),
  Layer.provideMerge(platform),
  Layer.provideMerge(logging({ logFormat: "pretty", logLevel: "Warn" }, "stderr")),
);

/** The faces of the fonts in the folder of a template; fails if one is not a font. */
export const folderFaces = Effect.fnUntraced(function* (template: LocalTemplate) {
  return yield* readFonts(template.fonts).pipe(
    Effect.mapError(({ name, message }) => {
      const font = template.fonts.find((candidate) => candidate.name === name);
      return WrongTemplate.of(template.path, [{ path: font?.path ?? name, message }]);
    }),
  );
});

/** Fails with every reason for which a server would refuse a template, each under its file and path. */
export const checkTemplate = Effect.fnUntraced(function* (template: LocalTemplate) {
  const { prepare } = yield* Publication;
  const faces = yield* folderFaces(template);
  return yield* prepare(template.content, { faces }).pipe(
    Effect.catch(({ issues }) => rejectTemplate(template, issues)),
  );
});

/** Fails with the problems of a template under its files. */
export const rejectTemplate = ({ path: file, place }: LocalTemplate, issues: Issues) =>
  Effect.fail(WrongTemplate.of(file, toIssues(issues, place)));

/** What is wrong with a template on disk and its data. */
export interface TemplateFindings {
  /** Empty if it can be published. */
  readonly problems: ReadonlyArray<Issue>;
  readonly warnings: ReadonlyArray<Issue>;
}

/** Returns every problem of a template on disk and its data, and the warnings of its publication. */
export const findingsOf = Effect.fnUntraced(function* (source: string) {
  const files = yield* readTemplateFiles(source);
  const result = toTemplate(files);
  if (Result.isFailure(result)) return withoutWarnings(result.failure.problems);
  const template = result.success;
  const { problems, warnings } = yield* checkTemplate(template).pipe(
    Effect.map((publication): TemplateFindings => ({
      problems: [],
      warnings: publication.warnings.map(({ path: field, message }) => ({
        path: template.place(field),
        message,
      })),
    })),
    Effect.catchTag("wrong_template", (failure) =>
      Effect.succeed(withoutWarnings(failure.problems)),
    ),
  );
  return { problems: [...problems, ...(yield* dataProblems(template))], warnings };
});

export function withoutWarnings(problems: ReadonlyArray<Issue>): TemplateFindings {
  return { problems, warnings: [] };
}

const dataProblems = Effect.fnUntraced(function* ({ folder, content }: LocalTemplate) {
  const file = path.join(folder, DATA_JSON);
  const data = yield* readPlacedJson(file).pipe(Effect.result);
  if (Result.isSuccess(data)) {
    const { json, places } = data.success;
    const result = checkInputData(content.manifest, json);
    const wrong = Result.isSuccess(result) ? [] : result.failure;
    return [
      ...places.repeatedKeys(),
      ...wrong.map((issue) => ({ ...issue, path: places.placeOf(issue.path) })),
    ];
  }
  if (data.failure._tag === "not_json") return [{ path: "", message: data.failure.message }];
  return data.failure.reason._tag === "NotFound" ? [] : yield* data.failure;
});

function toIssues(
  { formErrors, fieldErrors }: Issues,
  place: (path: string) => string,
): ReadonlyArray<Issue> {
  return [
    ...formErrors.map((message) => ({ path: "", message })),
    ...Object.entries(fieldErrors).flatMap(([fieldPath, messages]) =>
      messages.map((message) => ({ path: place(fieldPath), message })),
    ),
  ];
}
