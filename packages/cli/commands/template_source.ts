import { Argument, Flag } from "effect/cli";

/** `[PATH]`: a template on disk, the current folder unless told otherwise. */
export const templatePath = Argument.String("path").pipe(
  Argument.withDescription("A template's folder, or its JSON file"),
  Argument.withDefault("."),
);

/** `--slug`: what the template is called on the server. */
export const templateSlug = Flag.String("slug").pipe(
  Flag.withDescription("Instead of the slug in template.json, or of the folder's name"),
  Flag.optional,
);

/** `--force`, for what a command otherwise would not do. */
export const force = (description: string) =>
  Flag.Boolean("force").pipe(Flag.withDescription(description), Flag.withDefault(false));

/** `--watch`: go on drawing. */
export const watch = Flag.Boolean("watch").pipe(
  Flag.withDescription("Draw again whenever a file changes, until Ctrl-C"),
  Flag.withDefault(false),
);
