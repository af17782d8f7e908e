import { Effect } from "effect";
import { Command } from "effect/cli";

import type { Resources } from "../_programs/client.ts";
import { type CallerName, describe } from "../describe.ts";
import { json } from "../flags.ts";
import { fieldNames, type FieldNames, inputNames } from "../input_names.ts";
import { withHints, withMessages } from "../terminal/failure.ts";
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
  /** Messages about fields that name flags, in place of those of the API. */
  readonly messages?: (input: Input<F>) => Readonly<Record<string, string>>;
  /** The flags and files of fields of the API whose names are not keys of `flags`. */
  readonly fields?: (input: Input<F>) => FieldNames;
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
  fields: FieldNames = {},
) {
  const client = yield* Effect.promise(() => import("../_programs/client.ts"));
  return yield* client.callServer(caller, call, inputNames(fields));
});

/** A document may be large and the connection slow, so the limit is high. Progress is shown. */
const DOWNLOAD = { timeout: "1 hour" } as const;

/**
 * Downloads a document.
 *
 * @param name The name of the document in the line of progress.
 */
export const downloadBytes = <E, R>(
  name: string,
  caller: CallerName,
  call: (paraph: Resources, options: typeof DOWNLOAD) => Effect.Effect<Uint8Array, E, R>,
) =>
  withProgress((show) =>
    Effect.andThen(
      show(`${name}: downloading`),
      callServer(caller, (paraph) => call(paraph, DOWNLOAD), { id: "<id>" }),
    ),
  );

/** A command that prints the response of a server. */
function serverCommand<const Name extends string, F extends Flags, A, E, R, R2>(
  name: Name,
  { description, caller, flags, hints, messages, fields }: ServerCommand<F>,
  call: Call<F, A, E, R>,
  print: (response: A, asJson: boolean) => Effect.Effect<void, never, R2>,
) {
  return Command.make(
    name,
    { input: flags, json },
    Effect.fnUntraced(function* (config: { readonly input: Input<F>; readonly json: boolean }) {
      const names = fieldNames(flags, config.input, fields?.(config.input));
      const response = yield* callServer(
        caller,
        (paraph) => call(paraph, config.input),
        names,
      ).pipe(withHints(hints?.(config.input) ?? {}), withMessages(messages?.(config.input) ?? {}));
      yield* print(response, config.json);
    }),
  ).pipe(describe(description, caller));
}

/**
 * A command whose response is one record.
 *
 * @param print Prints the record for people. By default, a line for each field.
 */
export function recordCommand<
  const Name extends string,
  F extends Flags,
  A extends object,
  E,
  R,
  R2 = never,
>(
  name: Name,
  command: ServerCommand<F>,
  call: Call<F, A, E, R>,
  print?: (response: A) => Effect.Effect<void, never, R2>,
) {
  return serverCommand<Name, F, A, E, R, Effect.Services<Printing> | R2>(
    name,
    command,
    call,
    (response, asJson) =>
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
export function asBody<Body>(body: object): Body {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return body as Body;
}
