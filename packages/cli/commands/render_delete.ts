import { Effect } from "effect";
import { Command } from "effect/cli";

import { described } from "../described.ts";
import { json, printRecord } from "../print.ts";
import { renderId } from "./render_id.ts";
import { requireYes, yes } from "./yes.ts";

/** `paraph render delete`: erases a render for good. */
export const renderDelete = Command.make(
  "delete",
  { id: renderId, yes, json },
  Effect.fnUntraced(function* ({ id, yes, json }) {
    yield* requireYes(yes, `This erases render ${id} with all that belongs to it`);
    const { callApi, PROJECT } = yield* Effect.promise(() => import("../_programs/client.ts"));
    yield* callApi(({ renders }) => renders.remove({ params: { id } }), PROJECT);
    yield* printRecord({ id, deleted: true }, json);
  }),
).pipe(described("Erase a render, its document, data, shares and evidence", "project"));
