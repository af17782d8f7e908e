import { Admin, ChangePartner, Provision, ProvisionedPartner } from "@paraph/core/admin";
import { Effect } from "effect";
import { HttpApiBuilder } from "effect/http-api";

import { answer } from "../_wire/answer.ts";
import { jsonBody } from "../_wire/json_body.ts";
import { Api } from "../api.ts";

const provisionBody = jsonBody(Provision);
const changeBody = jsonBody(ChangePartner);
const provisioned = answer(ProvisionedPartner);

/** Hands every request over to `Admin`. */
export const adminHandlers = HttpApiBuilder.group(
  Api,
  "admin",
  Effect.fnUntraced(function* (handlers) {
    const admin = yield* Admin;
    return handlers
      .handleRaw(
        "provision",
        Effect.fnUntraced(function* (request) {
          const wanted = yield* provisionBody(request);
          const partner = yield* admin.provision(wanted, request.headers["idempotency-key"]);
          return yield* provisioned(partner, partner.created ? 201 : 200);
        }),
      )
      .handleRaw(
        "change",
        Effect.fnUntraced(function* (request) {
          return yield* admin.change(yield* changeBody(request));
        }),
      );
  }),
);
