import { Console, Effect, Layer, Option } from "effect";
import { CliConfig, CliOutput, GlobalFlag, type HelpDoc, TerminalCapabilities } from "effect/cli";

import { plainText } from "./plain_text.ts";

/**
 * How help and complaints about the command line look: help that was asked for is the answer, everything
 * else goes to standard error, and complaints are short.
 */
export const usage = Layer.mergeAll(
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] }),
  CliOutput.layerPresenter({
    present: Effect.fnUntraced(function* (event) {
      const { canColor: colors } = yield* TerminalCapabilities.TerminalCapabilities;
      const formatter = CliOutput.defaultFormatter({ colors, globalFlags: "summary" });
      if (event._tag === "Version") {
        return yield* Console.log(formatter.formatVersion(event.name, event.version));
      }
      if (event._tag === "InvalidInvocation") return yield* Console.error(complaint(event));
      const help = formatter.formatHelpDoc(readable(event.helpDoc));
      return yield* event.reason === "Requested" ? Console.log(help) : Console.error(help);
    }),
  }),
);

/** Help that says which flags are required, and both ways to call what takes arguments or a subcommand. */
function readable(help: HelpDoc.HelpDoc): HelpDoc.HelpDoc {
  const { flags, subcommands } = help;
  return {
    ...help,
    usage: usagesOf(help).join("\n  "),
    flags: flags.map((flag) => {
      const description = Option.map(flag.description, (text) => {
        const short = text.replace(MANY_CHOICES, "");
        // What may be repeated may be left out as well, which the library does not tell.
        return flag.required && !short.endsWith("repeatable") ? `${short} (required)` : short;
      });
      return { ...flag, description };
    }),
    ...(subcommands === undefined
      ? {}
      : { subcommands: subcommands.map(({ group = "Subcommands", ...of }) => ({ group, ...of })) }),
  };
}

/** More than anybody reads: shells complete them, and a wrong one is answered with all of them. */
const MANY_CHOICES = / \(choices: [^)]{120,}\)$/;

/** What says how the library found out, not what is wrong. */
const OF_LIBRARY = /(?<=Expected: )(?:Schema validation failed: )(?:Expected )?/;

const SUBCOMMAND = " <subcommand>";

function usagesOf({ usage, args = [] }: HelpDoc.HelpDoc): ReadonlyArray<string> {
  if (args.length === 0 || !usage.includes(SUBCOMMAND)) return [usage];
  const [noun = ""] = usage.split(SUBCOMMAND);
  return [usage.replace(SUBCOMMAND, ""), `${noun}${SUBCOMMAND} [flags]`];
}

/** What is wrong with a command line, and where to read what would be right. */
function complaint({
  commandPath,
  errors,
  helpDoc,
}: CliOutput.Presenter.InvalidInvocation): string {
  const { subcommands = [] } = helpDoc;
  const verbs = subcommands.flatMap(({ commands }) => commands.map(({ name }) => name));
  return [
    ...errors.map(({ message }) => `paraph: ${plainText(message.replace(OF_LIBRARY, ""))}`),
    `Usage: ${usagesOf(helpDoc).join("\n       ")}`,
    ...(verbs.length === 0 ? [] : [`Subcommands: ${verbs.join(", ")}`]),
    `Run \`${commandPath.join(" ")} --help\` for more`,
  ].join("\n");
}
