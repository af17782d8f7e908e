import { nearestName } from "@paraph/core/manifests";
import { VERSION } from "@paraph/core/telemetry";
import { Context, Effect, Option } from "effect";
import { Argument, CliError, Command, GlobalFlag } from "effect/cli";

import { BUILT_INS } from "../../terminal/usage.ts";

/** The command `paraph` itself, which has the commands of this file as subcommands. */
export const RootCommand = Context.Reference<Command.Command.Any>("paraph/RootCommand", {
  defaultValue: () => Command.make("paraph"),
});

/** What the library's global flags need to print the help of a command. */
const contextOf = Effect.fnUntraced(function* (commandPath: ReadonlyArray<string>) {
  return { command: yield* RootCommand, commandPath, version: VERSION, builtIns: BUILT_INS };
});

const subcommandsOf = ({ subcommands }: Command.Command.Any) =>
  subcommands.flatMap(({ commands }) => [...commands]);

/** The full path of a command that words name, or the error for the first word that names none. */
function pathOf(root: Command.Command.Any, words: ReadonlyArray<string>) {
  let command = root;
  const path = [root.name];
  for (const word of words) {
    const commands = subcommandsOf(command);
    const next = commands.find(({ name, alias }) => name === word || alias === word);
    if (next === undefined) {
      const nearest = nearestName(
        word,
        commands.map(({ name }) => name),
      );
      const suggestions = nearest === undefined ? [] : [nearest];
      const unknown = { subcommand: word, parent: path, suggestions };
      const errors = [new CliError.UnknownSubcommand(unknown)];
      return Effect.fail(new CliError.ShowHelp({ commandPath: path, errors }));
    }
    path.push(next.name);
    command = next;
  }
  return Effect.succeed(path);
}

/** `paraph help`: the same as `--help`. */
export const help = Command.make(
  "help",
  {
    words: Argument.String("command").pipe(
      Argument.withDescription("The command, such as `signature send`; all commands without it"),
      Argument.variadic(),
    ),
  },
  Effect.fnUntraced(function* ({ words }) {
    const path = yield* pathOf(yield* RootCommand, words);
    yield* GlobalFlag.Help.run(true, yield* contextOf(path));
  }),
).pipe(
  Command.withDescription("Show the help of a command, as --help does"),
  Command.withExamples([{ command: "paraph help signature send" }]),
);

/** The shells that completions exist for. In `sh`, the script of bash works where bash emulates it. */
const SHELLS = ["bash", "zsh", "fish", "sh"] as const;

/** `paraph completions`: the script that completes commands and flags in a shell. */
export const completions = Command.make(
  "completions",
  { shell: Argument.Literals("shell", SHELLS).pipe(Argument.withDescription("The shell")) },
  Effect.fnUntraced(function* ({ shell }) {
    const script = Option.some(shell === "sh" ? "bash" : shell);
    yield* GlobalFlag.Completions.run(script, yield* contextOf([]));
  }),
).pipe(
  Command.withDescription("Print the script that completes commands, flags and values in a shell"),
  Command.withExamples([
    { command: "paraph completions bash >> ~/.bashrc" },
    { command: "paraph completions zsh > ~/.zfunc/_paraph" },
    { command: "paraph completions fish > ~/.config/fish/completions/paraph.fish" },
  ]),
);
