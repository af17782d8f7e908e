import { Console, Effect, Layer, Option } from "effect";
import {
  CliConfig,
  CliOutput,
  Flag,
  GlobalFlag,
  type HelpDoc,
  TerminalCapabilities,
} from "effect/cli";

import { plainText } from "./plain_text.ts";

const Version = GlobalFlag.Action({
  flag: GlobalFlag.Version.flag.pipe(Flag.withAlias("V")),
  run: GlobalFlag.Version.run,
});

/** The global flags that print something and end. `paraph completions` replaces the library's flag. */
export const BUILT_INS = [GlobalFlag.Help, Version] as const;

/**
 * The global flags that a command line may have. Only `paraph` itself has `--version`: a command would print the
 * version of Paraph where the user means that of a template.
 */
export const builtInsOf = (args: ReadonlyArray<string>): CliConfig.CliConfig.Service["builtIns"] =>
  args.every((arg) => arg.startsWith("-")) ? BUILT_INS : [GlobalFlag.Help];

/**
 * The layout of help and of errors in the command line. Requested help goes to standard output, everything
 * else to standard error.
 */
export const usage = Layer.mergeAll(
  CliConfig.layer({ builtIns: BUILT_INS }),
  CliOutput.layerPresenter({
    present: Effect.fnUntraced(function* (event) {
      const { canColor: colors } = yield* TerminalCapabilities.TerminalCapabilities;
      const formatter = CliOutput.defaultFormatter({ colors, globalFlags: "summary" });
      if (event._tag === "Version") {
        return yield* Console.log(formatter.formatVersion(event.name, event.version));
      }
      if (event._tag === "InvalidInvocation")
        return yield* Console.error(invalidCommandLine(event));
      const help = formatter.formatHelpDoc(toReadable(event.helpDoc));
      return yield* event.reason === "Requested" ? Console.log(help) : Console.error(help);
    }),
  }),
);

/** Marks required flags, and shows both forms of a command with arguments and subcommands. */
export function toReadable(help: HelpDoc.HelpDoc): HelpDoc.HelpDoc {
  const { flags, subcommands } = help;
  return {
    ...help,
    usage: usagesOf(help).join("\n  "),
    flags: flags.map((flag) => {
      const description = Option.map(flag.description, (text) => {
        const short = text.replace(LONG_CHOICES, "");
        // The library marks repeatable flags as required, although they may be left out.
        return flag.required && !short.endsWith("repeatable") ? `${short} (required)` : short;
      });
      return { ...flag, description };
    }),
    ...(subcommands === undefined
      ? {}
      : { subcommands: subcommands.map(({ group = "Subcommands", ...of }) => ({ group, ...of })) }),
  };
}

/** Long lists of choices: shells complete them, and the error for a wrong one lists all. */
const LONG_CHOICES = / \(choices: [^)]{120,}\)$/;

/** The library's words for its own checks. */
const LIBRARY_PREFIX = /(?<=Expected: )(?:Schema validation failed: )(?:Expected )?/;

const SUBCOMMAND = " <subcommand>";

function usagesOf({ usage, args = [] }: HelpDoc.HelpDoc): ReadonlyArray<string> {
  if (args.length === 0 || !usage.includes(SUBCOMMAND)) return [usage];
  const [noun = ""] = usage.split(SUBCOMMAND);
  return [usage.replace(SUBCOMMAND, ""), `${noun}${SUBCOMMAND} [flags]`];
}

/** The errors of a command line, its usage, and where to read more. */
function invalidCommandLine({
  commandPath,
  errors,
  helpDoc,
}: CliOutput.Presenter.InvalidInvocation): string {
  const { subcommands = [] } = helpDoc;
  const names = subcommands.flatMap(({ commands }) => commands.map(({ name }) => name));
  return [
    ...errors.map(({ message }) => `paraph: ${plainText(message.replace(LIBRARY_PREFIX, ""))}`),
    `Usage: ${usagesOf(helpDoc).join("\n       ")}`,
    ...(names.length === 0 ? [] : [`Subcommands: ${names.join(", ")}`]),
    `Run \`${commandPath.join(" ")} --help\` for more`,
  ].join("\n");
}
