import { Effect } from "effect";
import { Argument, Command } from "effect/cli";

import { json } from "../print.ts";

/** `paraph verify`: whether a PDF is untouched since it was sealed. */
export const verify = Command.make(
  "verify",
  {
    file: Argument.String("file").pipe(
      Argument.withDescription("A sealed document, or a certificate of completion"),
    ),
    json,
  },
  Effect.fnUntraced(function* ({ file, json: asJson }) {
    const program = yield* Effect.promise(() => import("../_programs/verify.ts"));
    yield* program.verifyPdf(file, asJson);
  }),
).pipe(
  Command.withDescription("Tell whether a PDF is untouched since it was sealed, by whom and when"),
  Command.withExamples([{ command: "paraph verify contract.pdf" }]),
);
