import { assert, describe, it } from "@effect/vitest";
import { SchemaAST } from "effect";
import { HttpApi } from "effect/http-api";

import { STATUS } from "../../packages/http/_wire/errors/error.ts";
import { Api } from "../../packages/http/api.ts";

/** The interface's table of errors, for this version of the API. */
const INTERFACE = {
  missing_authorization: 401,
  invalid_credentials: 401,
  invalid_signature: 401,
  unauthorized: 401,
  missing_or_invalid_authorization: 401,
  refresh_failed: 401,
  signature_credits_exhausted: 402,
  forbidden: 403,
  permission_denied: 403,
  partner_suspended: 403,
  template_not_found: 404,
  version_not_found: 404,
  not_found: 404,
  invalid_token: 404,
  invalid_json: 400,
  invalid_request: 400,
  invalid_input_data: 400,
  invalid_loop_key: 400,
  conflict: 409,
  slug_conflict: 409,
  version_conflict: 409,
  no_published_version: 409,
  document_too_large: 413,
  rate_limited: 429,
  internal_error: 500,
  insert_failed: 500,
  signature_provider_error: 502,
  upstream_error: 502,
  queue_unavailable: 503,
  signatures_unavailable: 503,
};

/** Codes that the interface leaves open (contract, 1, 2, 7 and 9). */
const OURS = {
  wrong_mode: 403,
  catalog_not_found: 404,
  session_not_found: 404,
  template_not_resolved: 404,
  method_not_allowed: 405,
  gone: 410,
  payload_too_large: 413,
  range_not_satisfiable: 416,
  email_send_failed: 502,
  sms_send_failed: 502,
  not_ready: 503,
};

describe("STATUS", () => {
  it("is the interface's table with the contract's additions", () => {
    assert.deepEqual<Record<string, number>>(STATUS, { ...INTERFACE, ...OURS });
  });

  it("has only codes that endpoints return", () => {
    const outsideEndpoints = ["method_not_allowed", "range_not_satisfiable"];
    const codes = new Set(outsideEndpoints);
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ errors }) => {
        for (const { ast } of [...errors.values()].flat()) {
          const name = SchemaAST.resolveIdentifier(SchemaAST.toEncoded(ast)) ?? "";
          codes.add(name.replace(/^flat_/, ""));
        }
      },
    });
    assert.sameMembers([...codes], Object.keys(STATUS));
  });
});
