import * as path from "node:path";

import { FontName, MAX_FONT_BYTES } from "@paraph/core/fonts";
import { Effect, Option } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { describe } from "../../describe.ts";
import { idempotencyKey, json, textArgument, textFlag } from "../../flags.ts";
import { readBase64 } from "../../input_file.ts";
import { printRecord } from "../../terminal/print.ts";
import { callServer, listCommand, recordCommand, table } from "../server_command.ts";

const caller = "project";

const add = Command.make(
  "add",
  {
    file: Argument.Path("file").pipe(
      Argument.withDescription("A TrueType or OpenType file (.ttf, .otf), at most 20 MiB"),
    ),
    name: textFlag(
      "name",
      "The fontName for layouts; the name of the file without its extension by default",
    ).pipe(Flag.withSchema(FontName), Flag.optional),
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ file, name, idempotencyKey, json }) {
    const data = yield* readBase64(file, MAX_FONT_BYTES);
    const font = { name: Option.getOrElse(name, () => path.parse(file).name), data };
    const added = yield* callServer(caller, ({ fonts }) => fonts.add(font, idempotencyKey), {
      name: "--name",
      data: file,
      idempotencyKey: "--idempotency-key",
    });
    yield* printRecord(json ? added : forPeople(added), json);
  }),
).pipe(
  describe("Add a font to the project, for the fontName of layouts", caller),
  Command.withExamples([{ command: "paraph font add Brand-Regular.ttf --name Brand" }]),
);

/** Lists in cells. */
function forPeople<F extends FontLists>({ scripts, instances, ...font }: F) {
  return {
    ...font,
    scripts: scripts.join(", "),
    instances: instances.map(({ name }) => name).join(", "),
  };
}

interface FontLists {
  readonly scripts: ReadonlyArray<string>;
  readonly instances: ReadonlyArray<{ readonly name: string }>;
}

/** `paraph font`: the fonts of a project. */
export const font = Command.make("font").pipe(
  describe("Manage the fonts of a project", caller),
  Command.withSubcommands([
    add,
    listCommand(
      "list",
      { description: "List the fonts of the project", caller, flags: {} },
      ({ fonts }) => fonts.list(),
      ({ fonts }) =>
        table(fonts, [
          "name",
          "family",
          "style",
          "weight",
          ["scripts", ({ scripts }) => scripts.join(", ")],
          "byteSize",
          ["instances", ({ instances }) => instances.map(({ name }) => name).join(", ")],
        ]),
    ),
    recordCommand(
      "remove",
      {
        description: "Delete a font of the project; published versions keep it",
        caller,
        flags: { name: textArgument("name", "The name of the font") },
      },
      ({ fonts }, { name }) => fonts.remove(name),
    ),
  ]),
);
