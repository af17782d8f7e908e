import { AcceptedRender, Hook, HookData, Hooks, MintedHook, UpdateHook } from "@paraph/core/hooks";
import { Effect } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { CurrentProject } from "../_auth/current_project.ts";
import { answer } from "../_wire/answer.ts";
import { bodyBytes } from "../_wire/body_bytes.ts";
import { jsonBody, MAX_DATA_VALUES } from "../_wire/json_body.ts";
import { warn } from "../_wire/warnings.ts";
import { Api } from "../api.ts";

const updateBody = jsonBody(UpdateHook);
const dataBody = jsonBody(HookData, { maxValues: MAX_DATA_VALUES });
const minted = answer(MintedHook);
const updated = answer(Hook);
const accepted = answer(AcceptedRender);

/** Hands the management of inbound hooks over to `Hooks`. */
export const hooksHandlers = HttpApiBuilder.group(
  Api,
  "hooks",
  Effect.fnUntraced(function* (handlers) {
    const hooks = yield* Hooks;
    return handlers
      .handleAll({
        get: Effect.fnUntraced(function* ({ params }) {
          return yield* hooks.get(yield* CurrentProject, params.slug);
        }),
        remove: Effect.fnUntraced(function* ({ params }) {
          return yield* hooks.remove(yield* CurrentProject, params.slug);
        }),
      })
      .handleRaw(
        "mint",
        Effect.fnUntraced(function* ({ params, headers }) {
          const key = headers["idempotency-key"];
          const done = yield* hooks.mint(yield* CurrentProject, params.slug, key);
          return yield* minted(done, done.created ? 201 : 200);
        }),
      )
      .handleRaw(
        "update",
        Effect.fnUntraced(function* (request) {
          const project = yield* CurrentProject;
          const { slug } = request.params;
          // What is not there is not found, whatever the body says.
          yield* hooks.get(project, slug);
          const content = yield* updateBody(request);
          return yield* updated(yield* hooks.update(project, slug, content), 200);
        }),
      );
  }),
);

/** Hands what other systems send over to `Hooks`: token first, then signature, then data. */
export const inboundHandlers = HttpApiBuilder.group(
  Api,
  "inbound",
  Effect.fnUntraced(function* (handlers) {
    const hooks = yield* Hooks;
    return handlers.handleRaw(
      "receive",
      Effect.fnUntraced(function* (request) {
        const target = yield* hooks.find(request.params.token);
        const bytes = yield* bodyBytes(request.request);
        yield* hooks.verify(target, new Uint8Array(bytes), request.headers["x-service-signature"]);
        const key = request.headers["idempotency-key"];
        const done = yield* hooks.receive(target, yield* dataBody.ofBytes(bytes), key);
        yield* warn(done.warnings);
        return yield* accepted(done, done.replayed ? 200 : 202);
      }),
    );
  }),
);
