import { readSettings } from "@paraph/app/settings";
import { Effect, Option } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { describe } from "../../describe.ts";
import {
  idempotencyKey,
  json,
  optIn,
  optionalText,
  switchFlag,
  textArgument,
} from "../../flags.ts";

const publishing = Effect.promise(() => import("../../_programs/templates/template_publishing.ts"));

/** `[PATH]`: a template on disk, by default in the current folder. */
const path = textArgument(
  "path",
  "A template's folder, or its JSON file; by default the current folder",
).pipe(Argument.withDefault("."));

const slug = optionalText("slug", "Instead of the slug in template.json, or of the folder's name");

/** `--watch`: render after each change. */
export const watch = switchFlag("watch", "Render again whenever a file changes, until Ctrl-C");

/** `paraph template push`: publishes a template folder. */
export const push = Command.make(
  "push",
  {
    path,
    slug,
    force: switchFlag("force", "Publish a new version even if nothing changed"),
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* (target) {
    yield* (yield* publishing).push(target);
  }),
).pipe(describe("Publish a template's folder", "project"));

/** `paraph template pull`: writes a published template into a folder that git can track. */
export const pull = Command.make(
  "pull",
  {
    slug: textArgument("slug", "The template's slug"),
    folder: textArgument("folder", "Where to; by default a folder named like the slug").pipe(
      Argument.optional,
    ),
    force: switchFlag("force", "Overwrite local changes since the last pull"),
    json,
  },
  Effect.fnUntraced(function* (options) {
    yield* (yield* publishing).pull(options);
  }),
).pipe(describe("Write a published template into a folder", "project"));

/** `paraph template diff`: what a push would change. */
export const diff = Command.make(
  "diff",
  { path, slug, json },
  Effect.fnUntraced(function* (target) {
    yield* (yield* publishing).diff(target);
  }),
).pipe(describe("Show what a push would change; exit with 1 when that is anything", "project"));

/** `paraph template new`: a folder that begins with a template of the gallery. */
export const newTemplate = Command.make(
  "new",
  {
    folder: textArgument("folder", "The folder to write").pipe(Argument.optional),
    from: optionalText(
      "from",
      "The template of the gallery; by default the one with the name of the folder",
    ),
    list: optIn("list", "List the templates of the gallery"),
    json,
  },
  Effect.fnUntraced(function* ({ list, ...options }) {
    const program = yield* Effect.promise(
      () => import("../../_programs/templates/template_new.ts"),
    );
    yield* list ? program.listGallery(options) : program.newTemplate(options);
  }),
).pipe(
  Command.withDescription("Create a template's folder from a template of the gallery, offline"),
  Command.withExamples([
    { command: "paraph template new --list" },
    { command: "paraph template new invoice" },
    { command: "paraph template new offers --from quote" },
  ]),
);

/** `paraph template import`: converts a pdfme template into a template folder. */
export const importTemplate = Command.make(
  "import",
  {
    file: textArgument("file", "A pdfme template as JSON, of any version"),
    output: optionalText(
      "output",
      "The folder to write; by default a folder named like the file",
    ).pipe(Flag.withAlias("o")),
    fontMap: Flag.KeyValuePair("font-map").pipe(
      Flag.withDescription("The font to use for another, as NAME=NAME; repeatable"),
      Flag.withMetavar("NAME=NAME"),
      Flag.withDefault({}),
    ),
    json,
  },
  Effect.fnUntraced(function* (options) {
    const program = yield* Effect.promise(
      () => import("../../_programs/templates/template_import.ts"),
    );
    yield* program.importTemplate({ ...options, output: Option.getOrUndefined(options.output) });
  }),
).pipe(
  Command.withDescription("Convert a pdfme template into a template folder, offline"),
  Command.withExamples([
    { command: "paraph template import pdfme.json -o invoice --font-map NotoSansJP=Roboto" },
  ]),
);

/** `paraph template validate`: whether templates on disk could be published, without a server. */
export const validate = Command.make(
  "validate",
  {
    paths: textArgument(
      "path",
      "Templates' folders or JSON files; by default the current folder",
    ).pipe(Argument.variadic()),
    json,
  },
  Effect.fnUntraced(function* ({ paths, json: asJson }) {
    const program = yield* Effect.promise(
      () => import("../../_programs/templates/template_validate.ts"),
    );
    yield* program.validateTemplates(paths.length === 0 ? ["."] : paths, asJson);
  }),
).pipe(Command.withDescription("Check templates and their data as publishing would, offline"));

/** `paraph template preview`: renders a template with its sample data, without a server. */
export const preview = Command.make(
  "preview",
  {
    source: path,
    data: optionalText(
      "data",
      "The data to fill in, instead of data.json or sample data; - for standard input",
    ),
    output: optionalText(
      "output",
      "Where to write the PDF; by default preview.pdf in the folder; - for standard output",
    ).pipe(Flag.withAlias("o")),
    watch,
  },
  Effect.fnUntraced(function* ({ data, output, ...options }) {
    const settings = yield* readSettings;
    const program = yield* Effect.promise(() => import("../../_programs/templates/render.ts"));
    yield* program.renderFile(settings, {
      ...options,
      dataName: "--data",
      data: Option.getOrUndefined(data),
      output: Option.getOrUndefined(output),
    });
  }),
).pipe(Command.withDescription("Render a template with data.json or sample data, offline"));
