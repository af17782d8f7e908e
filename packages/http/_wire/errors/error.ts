import { Issues } from "@paraph/core/values";
import { Schema, SchemaAST, SchemaTransformation } from "effect";
import { HttpApiSchema } from "effect/http-api";

/** The HTTP status of every code (interface, table of errors). */
export const STATUS = {
  invalid_input_data: 400,
  invalid_json: 400,
  invalid_loop_key: 400,
  invalid_request: 400,
  invalid_credentials: 401,
  invalid_signature: 401,
  missing_authorization: 401,
  missing_or_invalid_authorization: 401,
  refresh_failed: 401,
  unauthorized: 401,
  signature_credits_exhausted: 402,
  forbidden: 403,
  partner_suspended: 403,
  permission_denied: 403,
  wrong_mode: 403,
  catalog_not_found: 404,
  invalid_token: 404,
  not_found: 404,
  session_not_found: 404,
  template_not_found: 404,
  template_not_resolved: 404,
  version_not_found: 404,
  // Not in the interface: rejected by the router.
  method_not_allowed: 405,
  conflict: 409,
  no_published_version: 409,
  slug_conflict: 409,
  version_conflict: 409,
  // Not in the interface: a link that was valid earlier.
  gone: 410,
  document_too_large: 413,
  payload_too_large: 413,
  range_not_satisfiable: 416,
  rate_limited: 429,
  insert_failed: 500,
  internal_error: 500,
  email_send_failed: 502,
  signature_provider_error: 502,
  sms_send_failed: 502,
  upstream_error: 502,
  not_ready: 503,
  queue_unavailable: 503,
  signatures_unavailable: 503,
} as const satisfies Record<string, number>;

/** A stable code that bodies carry. */
export type Code = keyof typeof STATUS;

/** A failure with a code. */
interface Failure {
  readonly _tag: Code;
  readonly message: string;
  readonly issues?: Issues;
}

/**
 * The status of `invalid_request` on the first endpoints of embedding: sessions and catalogs
 * (interface).
 */
export const UNPROCESSABLE = 422;

/** The class of a failure, with a description. Failures without issues ignore them. */
type FailureClass<A extends Failure> = Schema.Schema<A> & {
  readonly fields: { readonly _tag: Schema.tag<A["_tag"]> };
  new (props: { readonly message: string; readonly issues: Issues }): A;
};

const NO_ISSUES: Issues = { formErrors: [], fieldErrors: {} };

/** The fields of every error after its code. */
const DETAILS = {
  message: Schema.String.annotateKey({
    description: "What is wrong, as text for people. The wording may change.",
  }),
  issues: Schema.optionalKey(Issues).annotateKey({
    description: "The problems of an invalid request. Absent for other errors.",
  }),
};

function codeOf(code: Code) {
  return Schema.Literal(code).annotateKey({ description: "The stable code, for programs." });
}

/** Body schemas by code. Each schema has one name in OpenAPI. */
const BODIES = new Map<Code, ReturnType<typeof bodyOf>>();

function bodyOf(code: Code, description: string) {
  const body = Schema.Struct({
    error: Schema.Struct({ code: codeOf(code), ...DETAILS }).annotateKey({
      description: "The error.",
    }),
  }).annotate({ identifier: code, description });
  BODIES.set(code, body);
  return body;
}

/** What a failure means and what to do, from the annotation of its class. */
function descriptionOf(self: FailureClass<Failure>): string {
  return SchemaAST.resolveDescription(self.ast) ?? "";
}

/** The description of a response: an operation may have several codes with one status. */
function responseOf(code: Code, description: string) {
  return { description: `\`${code}\`: ${description}` };
}

/**
 * The codec of a failure: its class in code, `{ error: { code, message, issues? } }` on the wire.
 *
 * The tag of the class is the code. {@linkcode STATUS} has the status of the code, unless the
 * endpoint passes another one.
 */
export function wire<A extends Failure>(self: FailureClass<A>, status?: typeof UNPROCESSABLE) {
  const code: A["_tag"] = self.fields._tag.schema.literal;
  const description = descriptionOf(self);
  const body = BODIES.get(code) ?? bodyOf(code, description);
  return body.pipe(
    Schema.decodeTo(
      Schema.toType(self),
      SchemaTransformation.transform({
        decode: ({ error: { message, issues = NO_ISSUES } }): A => new self({ message, issues }),
        encode: ({ message, issues }: A) => ({
          error: { code, message, ...(issues === undefined ? {} : { issues }) },
        }),
      }),
    ),
    Schema.annotate(responseOf(code, description)),
    HttpApiSchema.status(status ?? STATUS[code]),
  );
}

/** Body schemas by code, for endpoints with flat errors. */
const FLAT_BODIES = new Map<Code, ReturnType<typeof flatBodyOf>>();

function flatBodyOf(code: Code, description: string) {
  const body = Schema.Struct({ error: codeOf(code), ...DETAILS }).annotate({
    identifier: `flat_${code}`,
    description,
  });
  FLAT_BODIES.set(code, body);
  return body;
}

/** As {@linkcode wire}, with `{ error: code, message, issues? }` on the wire (contract §2). */
export function wireFlat<A extends Failure>(self: FailureClass<A>, status?: typeof UNPROCESSABLE) {
  const code: A["_tag"] = self.fields._tag.schema.literal;
  const description = descriptionOf(self);
  const body = FLAT_BODIES.get(code) ?? flatBodyOf(code, description);
  return body.pipe(
    Schema.decodeTo(
      Schema.toType(self),
      SchemaTransformation.transform({
        decode: ({ message, issues = NO_ISSUES }): A => new self({ message, issues }),
        encode: ({ message, issues }: A) => ({
          error: code,
          message,
          ...(issues === undefined ? {} : { issues }),
        }),
      }),
    ),
    Schema.annotate(responseOf(code, description)),
    HttpApiSchema.status(status ?? STATUS[code]),
  );
}
