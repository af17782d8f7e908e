import { SubmitRender } from "@paraph/core/renders";
import { Effect, Option, Schema } from "effect";
import { Argument, Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { given } from "../given.ts";
import { idempotencyKey } from "../idempotency_key.ts";
import { output } from "../output_file.ts";
import { json, printRecord } from "../print.ts";
import { fileFlag, readJson, requestBody } from "../request_file.ts";
import { timeout } from "../waiting.ts";
import { WrongUsage } from "../wrong_usage.ts";
import { awaitRender, reportRender } from "./render_ended.ts";

/** `paraph render submit`: a published template and data, to be rendered by a server. */
export const renderSubmit = Command.make(
  "submit",
  {
    slug: Argument.String("slug").pipe(Argument.withDescription("The template's slug")),
    data: fileFlag("data").pipe(
      Flag.withDescription("The data to fill in, as JSON; - for standard input"),
    ),
    versionNumber: Flag.Int("version-number").pipe(
      Flag.withDescription("An earlier version of the template; the current one unless given"),
      Flag.withSchema(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
      Flag.optional,
    ),
    filename: Flag.String("filename").pipe(
      Flag.withDescription("What the PDF is called where people save it"),
      Flag.optional,
    ),
    wait: Flag.Boolean("wait").pipe(
      Flag.withDescription("Wait until it has ended; exit with 1 when it failed"),
      Flag.withDefault(false),
      Flag.withoutNegation,
    ),
    output: output.pipe(
      Flag.withDescription("Wait, and write the PDF there; - for standard output"),
      Flag.optional,
    ),
    timeout,
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* ({ slug, data, versionNumber, filename, ...rest }) {
    if (rest.json && Option.contains(rest.output, "-")) {
      return yield* new WrongUsage({ message: "--json and --output - would share one output" });
    }
    const { callApi, PROJECT } = yield* Effect.promise(() => import("../_programs/client.ts"));
    const payload = yield* requestBody(SubmitRender, {
      data: yield* readJson(data),
      options: given({ versionNumber, filename }),
    });
    const request = { params: { slug }, headers: rest.idempotencyKey, payload };
    const submitted = yield* callApi(({ renders }) => renders.submit(request), PROJECT);
    if (!rest.wait && Option.isNone(rest.output)) return yield* printRecord(submitted, rest.json);
    return yield* reportRender(yield* awaitRender(submitted.id, rest), rest);
  }),
).pipe(
  described("Render a published template", "project"),
  Command.withExamples([
    { command: "paraph render submit invoice --data data.json --wait -o invoice.pdf" },
    { command: "jq .order order.json | paraph render submit invoice --data - --json" },
  ]),
);
