import { Effect, Layer, Schema } from "effect";

import { apiServer } from "../../../packages/http/_testing/api_server.ts";
import { Examples } from "./example_file.ts";
import { recordFailures } from "./failures.ts";
import { Recorder } from "./recorder.ts";
import {
  batch,
  bulk,
  erase,
  invoice,
  manageFonts,
  publishAndRender,
  share,
  usage,
} from "./scenario/documents.ts";
import { manageDrafts } from "./scenario/drafts.ts";
import { embed } from "./scenario/embedding.ts";
import { checkHealth, manageMembers, manageProjects, provision } from "./scenario/organisation.ts";
import { sign } from "./scenario/signing.ts";
import { connectSystems } from "./scenario/webhooks.ts";
import { stableValues } from "./stable_values.ts";

/** Drives a server through every operation. */
const recordOperations = Effect.gen(function* () {
  const { examples } = yield* Recorder;
  const organisation = yield* provision;
  const render = yield* publishAndRender(organisation);
  yield* share(organisation, render);
  yield* connectSystems(organisation);
  yield* sign(organisation);
  yield* manageDrafts(organisation);
  yield* embed(organisation);
  yield* manageProjects(organisation);
  yield* manageMembers(organisation);
  yield* erase(organisation, render);
  yield* manageFonts(organisation);
  yield* invoice(organisation);
  yield* batch(organisation);
  yield* usage(organisation);
  yield* bulk(organisation);
  yield* checkHealth;
  return examples;
}).pipe(Effect.provide(Layer.provideMerge(Recorder.layer, apiServer)));

/** Records an example of every operation and of every error, with values that are the same in each run. */
export const recordExamples = Effect.gen(function* () {
  const operations = yield* recordOperations;
  const errors = yield* recordFailures;
  return Schema.decodeUnknownSync(Examples)(stableValues()({ operations, errors }));
});
