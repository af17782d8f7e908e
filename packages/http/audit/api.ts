import { AuditPage, AuditQuery } from "@paraph/core/audit";
import { InvalidRequest } from "@paraph/core/values";
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api";

import { AccountKey } from "../_auth/account_key.ts";
import { wire } from "../_wire/errors/error.ts";
import { RequestShape } from "../_wire/errors/request_shape.ts";

/** The audit log. */
export class AuditApi extends HttpApiGroup.make("audit")
  .add(
    HttpApiEndpoint.get("list", "/v1/audit", {
      query: AuditQuery,
      success: AuditPage,
      error: wire(InvalidRequest),
    })
      .middleware(RequestShape)
      .annotateMerge(
        OpenApi.annotations({
          summary: "List the audit log",
          description: [
            "Returns the entries of the account and its projects, newest first, also of deleted projects. Pass",
            "`nextCursor` as `cursor` to read the next page.",
          ].join("\n"),
        }),
      ),
  )
  .middleware(AccountKey) {}
