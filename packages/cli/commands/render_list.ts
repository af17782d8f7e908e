import { RenderStatus } from "@paraph/core/renders";
import { Slug } from "@paraph/core/values";
import { Effect } from "effect";
import { Command, Flag } from "effect/cli";

import { described } from "../described.ts";
import { given } from "../given.ts";
import { paging, sayMore } from "../paging.ts";
import { json, printTable } from "../print.ts";

/** `paraph render list`: the renders of a project. */
export const renderList = Command.make(
  "list",
  {
    template: Flag.String("template").pipe(
      Flag.withDescription("Only those of the template with this slug"),
      Flag.withSchema(Slug),
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
    const request = { query: given(query) };
    const page = yield* callApi(({ renders }) => renders.list(request), PROJECT);
    yield* printTable(
      page.renders,
      ["id", "status", ["template", (render) => render.templateSlug], "filename", "createdAt"],
      json,
    );
    yield* sayMore(page);
  }),
).pipe(described("List renders, newest first", "project"));
