import { InsertFailed } from "@paraph/core/embed";
import { QueueUnavailable } from "@paraph/core/renders";
import { UpstreamError } from "@paraph/core/signatures";
import { Effect, Predicate } from "effect";
import { OpenApi } from "effect/http-api";

import { apiServerWith } from "../../../packages/http/_testing/api_server.ts";
import { contractRender, signatureOf } from "../../../packages/http/_testing/contract_document.ts";
import type { RawResponse } from "../../../packages/http/_testing/http_client.ts";
import { call as callProject } from "../../../packages/http/_testing/shared_document.ts";
import { InternalError } from "../../../packages/http/_wire/errors/failures.ts";
import { Api } from "../../../packages/http/api.ts";
import { firmaServer } from "../../../packages/testing/firma_server.ts";
import { json } from "../../../packages/testing/scripted_server.ts";
import { record } from "../../../packages/web/reference/operations.ts";
import { CASES } from "../../contract/contract_cases.ts";
import type { Request } from "../../contract/contract_request.ts";
import { call, contractServer } from "../../contract/contract_server.ts";

/** Bodies of errors by the names of their schemas. */
type Failures = Readonly<Record<string, unknown>>;

/** The name of the schema of an error body; undefined for other bodies. */
function schemaOf({ json }: RawResponse): string | undefined {
  const error = Predicate.hasProperty(json, "error") ? json.error : undefined;
  if (typeof error === "string") return `flat_${error}`;
  return Predicate.hasProperty(error, "code") ? String(error.code) : undefined;
}

/** The errors of responses; the first of each kind. */
function failuresIn(responses: ReadonlyArray<RawResponse>): Failures {
  const bodies = new Map<string, unknown>();
  for (const response of responses) {
    const name = schemaOf(response);
    if (name !== undefined && !bodies.has(name)) bodies.set(name, response.json);
  }
  return Object.fromEntries(bodies);
}

const DRAFT: Request = {
  method: "PUT",
  path: "/v1/embed/builder/templates/{draft}",
  json: { documentTemplate: {}, revision: 0 },
  as: "partner",
};
const SUSPEND: Request = {
  method: "PATCH",
  path: "/v1/admin/provision",
  json: { externalOrgId: "partner-of-tests", suspended: true },
  as: "admin",
};

/** The errors of the contract's cases; those with issues say most. */
const contractFailures = Effect.gen(function* () {
  const requests = Object.values(CASES).flatMap((cases) => Object.values(cases));
  const responses = yield* Effect.forEach([...requests, DRAFT, SUSPEND, DRAFT], call);
  const hasIssues = ({ text }: RawResponse) => text.includes('"fieldErrors":{"');
  return failuresIn([...responses.filter(hasIssues), ...responses]);
}).pipe(Effect.provide(contractServer));

/** The errors of a signature provider, and of a limited rate. */
const providerFailures = Effect.gen(function* () {
  const firma = yield* firmaServer();
  const options = { ...firma.options, timeout: "5 seconds" } as const;
  const providers = { current: "firma", firma: options, documenso: undefined } as const;
  const server = apiServerWith({ rateLimit: { requests: 5, seconds: 60 } }, providers);
  const responses = Effect.gen(function* () {
    const { id } = yield* contractRender;
    const send = callProject("POST", "/v1/signatures", signatureOf(id));
    const replies = [json(402, { error: "No credits" }), json(422, { error: "An unusual name" })];
    const rejections = yield* Effect.forEach(replies, (reply) => {
      firma.fail({ on: /^POST \/signing-requests\/create-and-send/, reply });
      return send;
    });
    return [...rejections, yield* send, yield* send];
  });
  return failuresIn(yield* Effect.provide(responses, server));
}).pipe(Effect.scoped);

/** The errors of a server without a signature provider. */
const missingProviderFailures = Effect.gen(function* () {
  const { id } = yield* contractRender;
  return failuresIn([yield* callProject("POST", "/v1/signatures", signatureOf(id))]);
}).pipe(
  Effect.provide(apiServerWith({}, { current: "none", firma: undefined, documenso: undefined })),
);

/** Faults that no request causes: a lost database, an outage of a provider, a defect. */
const SERVER_ERRORS = [
  QueueUnavailable.of(),
  InsertFailed.now,
  UpstreamError.certificate,
  new InternalError({ message: "Internal error. Its request id is req-4711" }),
];

const nestedBody = ({ _tag: code, message }: (typeof SERVER_ERRORS)[number]) => ({
  error: { code, message },
});

/** The names of the schemas of all errors. */
const NAMES = Object.keys(OpenApi.fromApi(Api).components.schemas).filter((name) =>
  /^[a-z]/.test(name),
);

/**
 * One body of each kind of error. A few come from the constants of the code, because no request
 * causes them. Flat bodies that were not recorded have the same code and message as nested ones.
 */
export const recordFailures = Effect.gen(function* () {
  const failures: Failures = {
    ...Object.fromEntries(SERVER_ERRORS.map((error) => [error._tag, nestedBody(error)])),
    ...(yield* missingProviderFailures),
    ...(yield* providerFailures),
    ...(yield* contractFailures),
  };
  const bodies = NAMES.toSorted().map((name) => {
    const body = failures[name] ?? flatBody(failures[name.replace(/^flat_/, "")]);
    if (body === undefined) throw new Error(`No request caused ${name}`);
    return [name, body] as const;
  });
  return Object.fromEntries(bodies);
});

function flatBody(body: unknown): unknown {
  const { code: error, ...rest } = record(record(body)["error"]);
  return error === undefined ? undefined : { error, ...rest };
}
