import { RenderStatus } from "@paraph/core/renders";
import { Effect } from "effect";
import { Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { given } from "../given.ts";
import { paging, sayMore } from "../paging.ts";
import { json, printTable } from "../print.ts";

const list = Command.make(
  "list",
  {
    tenant: Flag.String("tenant").pipe(
      Flag.withDescription("Only those of this customer: an id of yours"),
      Flag.optional,
    ),
    status: Flag.Literals("status", RenderStatus.literals).pipe(
      Flag.withDescription("Only those that stand so"),
      Flag.optional,
    ),
    ...paging,
    json,
  },
  Effect.fnUntraced(function* ({ json, ...query }) {
    const { callApi, PROJECT } = yield* Effect.promise(() => import("../_programs/client.ts"));
    const page = yield* callApi(({ forms }) => forms.list({ query: given(query) }), PROJECT);
    yield* printTable(
      page.renders,
      [
        ...(["id", "status"] as const),
        ["template", ({ templateSlug }) => templateSlug],
        ["tenant", ({ tenant }) => tenant.externalId],
        ["actor", ({ actor }) => actor.externalId],
        "createdAt",
      ],
      json,
    );
    yield* sayMore(page);
  }),
).pipe(described("List what came of forms, newest first", "project"));

/** `paraph embed submission`: what people filled in. */
export const embedSubmission = Command.make("submission").pipe(
  described("Read what people filled in", "project"),
  Command.withSubcommands([list]),
);
