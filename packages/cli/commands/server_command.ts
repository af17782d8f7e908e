import { Effect } from "effect";
import { Command } from "effect/cli";

import type { Resources } from "../_programs/client.ts";
import { type CallerName, describe } from "../describe.ts";
import { json } from "../flags.ts";
import { writeOutput } from "../output_file.ts";
import { withHints } from "../terminal/failure.ts";
import { type Column, printNextPageHint, printRecord, printTable } from "../terminal/print.ts";
import { withProgress } from "../terminal/progress.ts";

type Flags = Command.Command.Config;
type Input<F extends Flags> = Command.Command.Config.InferValue<F>;

/** A command that calls a server. */
interface ServerCommand<F extends Flags> {
  readonly description: string;
  /** Whose key authenticates the calls. */
  readonly caller: CallerName;
  /** Arguments and flags, without `--json`. */
  readonly flags: F;
  /** What to do about failures, by code. */
  readonly hints?: (input: Input<F>) => Readonly<Record<string, string>>;
}

type Call<F extends Flags, A, E, R> = (
  paraph: Resources,
  input: Input<F>,
) => Effect.Effect<A, E, R>;

/** Output to the terminal. */
type Printing = ReturnType<typeof printTable>;

/** Calls the server that the environment names. Loads the client, which help does not need. */
export const callServer = Effect.fnUntraced(function* <A, E, R>(
  caller: CallerName,
  call: (paraph: Resources) => Effect.Effect<A, E, R>,
) {
  const client = yield* Effect.promise(() => import("../_programs/client.ts"));
  return yield* client.callServer(caller, call);
});

/** A document may be large and the connection slow, so the limit is high. Progress is shown. */
const DOWNLOAD = { timeout: "1 hour" } as const;

/** Downloads a document to a file, or to standard output for `-`. */
export const downloadTo = Effect.fnUntraced(function* <E, R>(
  file: string,
  caller: CallerName,
  call: (paraph: Resources, options: typeof DOWNLOAD) => Effect.Effect<Uint8Array, E, R>,
) {
  const bytes = yield* withProgress((show) =>
    Effect.andThen(
      show(`${file}: downloading`),
      callServer(caller, (paraph) => call(paraph, DOWNLOAD)),
    ),
  );
  yield* writeOutput(file, bytes);
});

/** A command that prints the response of a server. */
function serverCommand<const Name extends string, F extends Flags, A, E, R>(
  name: Name,
  { description, caller, flags, hints }: ServerCommand<F>,
  call: Call<F, A, E, R>,
  print: (response: A, asJson: boolean) => Printing,
) {
  return Command.make(
    name,
    { input: flags, json },
    Effect.fnUntraced(function* (config: { readonly input: Input<F>; readonly json: boolean }) {
      const response = yield* callServer(caller, (paraph) => call(paraph, config.input)).pipe(
        withHints(hints?.(config.input) ?? {}),
      );
      yield* print(response, config.json);
    }),
  ).pipe(describe(description, caller));
}

/**
 * A command whose response is one record.
 *
 * @param print Prints the record for people. By default, a line for each field.
 */
export function recordCommand<const Name extends string, F extends Flags, A extends object, E, R>(
  name: Name,
  command: ServerCommand<F>,
  call: Call<F, A, E, R>,
  print?: (response: A) => Printing,
) {
  return serverCommand(name, command, call, (response, asJson) =>
    print === undefined || asJson ? printRecord(response, asJson) : print(response),
  );
}

/** A table of rows, for {@linkcode listCommand}. */
export const table =
  <Row extends object>(rows: ReadonlyArray<Row>, columns: ReadonlyArray<Column<Row>>) =>
  (asJson: boolean) =>
    printTable(rows, columns, asJson);

/** A command whose response is a list, or a page of one. */
export function listCommand<const Name extends string, F extends Flags, A extends object, E, R>(
  name: Name,
  command: ServerCommand<F>,
  call: Call<F, A, E, R>,
  toTable: (response: A) => (asJson: boolean) => Printing,
) {
  return serverCommand(name, command, call, (response, asJson) =>
    toTable(response)(asJson).pipe(
      Effect.andThen(isPage(response) ? printNextPageHint(response) : Effect.void),
    ),
  );
}

function isPage(
  response: object,
): response is { readonly hasMore: boolean; readonly nextCursor: string | null } {
  return "hasMore" in response && "nextCursor" in response;
}

/** A body that the server validates, which also warns of unknown fields. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller's type decides
export function unchecked<Body>(body: object): Body {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return body as Body;
}
