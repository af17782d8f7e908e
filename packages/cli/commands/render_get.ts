import { Effect } from "effect";
import { Command } from "effect/cli";

import { described } from "../described.ts";
import { json, printRecord } from "../print.ts";
import { renderId } from "./render_id.ts";

/** `paraph render get`: a render as it stands. */
export const renderGet = Command.make(
  "get",
  { id: renderId, json },
  Effect.fnUntraced(function* ({ id, json }) {
    const { callApi, PROJECT } = yield* Effect.promise(() => import("../_programs/client.ts"));
    const found = callApi(({ renders }) => renders.get({ params: { id } }), PROJECT);
    yield* printRecord(yield* found, json);
  }),
).pipe(described("Show a render", "project"));
