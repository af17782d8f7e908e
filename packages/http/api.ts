import { HttpApi, OpenApi } from "effect/http-api";

import { tidyDocument } from "./_openapi/tidy_document.ts";
import { ServerErrors } from "./_wire/errors/server_faults.ts";
import { checkKeys } from "./_wire/request/key_check.ts";
import { describeLocations } from "./_wire/response/location.ts";
import { openObjects, describeWarnings } from "./_wire/response/openapi.ts";
import { AdminApi } from "./admin/api.ts";
import { AuditApi } from "./audit/api.ts";
import { MailHooksApi } from "./emails/api.ts";
import { EmbedApi } from "./embed/api.ts";
import { BuilderApi } from "./embed/builder/builder_api.ts";
import { EmbedCatalogsApi } from "./embed/catalogs/catalogs_api.ts";
import { FormsApi } from "./embed/forms/forms_api.ts";
import { EmbedKeysApi } from "./embed/keys_api.ts";
import { EmbedPagesApi } from "./embed/pages_api.ts";
import { EmbedSendApi } from "./embed/send/send_api.ts";
import { EmbedSessionsApi } from "./embed/sessions/sessions_api.ts";
import { EngagementApi } from "./engagement/api.ts";
import { ErasuresApi } from "./erasures/api.ts";
import { FilesApi } from "./files/api.ts";
import { FontsApi } from "./fonts/api.ts";
import { HealthApi } from "./health/api.ts";
import { HooksApi, InboundApi } from "./inbound_webhooks/api.ts";
import { MembersApi } from "./members/api.ts";
import { ProjectsApi } from "./projects/api.ts";
import { RendersApi } from "./renders/api.ts";
import { RenderBatchesApi } from "./renders/batches_api.ts";
import { ShareLinksApi } from "./share_links/api.ts";
import { SharesApi } from "./shares/api.ts";
import { ProviderCallbacksApi, SignaturesApi } from "./signatures/api.ts";
import { SignatureBulksApi } from "./signatures/bulk_api.ts";
import { SignatureDraftsApi } from "./signatures/drafts_api.ts";
import { SigningApi } from "./signing/api.ts";
import { TemplatesApi } from "./templates/api.ts";
import { UsageApi } from "./usage/api.ts";
import { VerifyApi } from "./verify/api.ts";
import { WebhooksApi } from "./webhooks/api.ts";

/** The HTTP contract of Paraph. Server, client and OpenAPI are derived from it. */
export class Api extends HttpApi.make("paraph")
  .add(ProjectsApi)
  .add(MembersApi)
  .add(TemplatesApi)
  .add(FontsApi)
  .add(RendersApi)
  .add(RenderBatchesApi)
  .add(HooksApi)
  .add(InboundApi)
  .add(WebhooksApi)
  .add(SharesApi)
  .add(EngagementApi)
  .add(UsageApi)
  .add(ErasuresApi)
  .add(AuditApi)
  .add(SignaturesApi)
  .add(SignatureDraftsApi)
  .add(SignatureBulksApi)
  .add(ProviderCallbacksApi)
  .add(MailHooksApi)
  .add(EmbedApi)
  .add(BuilderApi)
  .add(FormsApi)
  .add(EmbedSendApi)
  .add(EmbedKeysApi)
  .add(EmbedPagesApi)
  .add(FilesApi)
  .add(ShareLinksApi)
  .add(SigningApi)
  .add(VerifyApi)
  .add(HealthApi)
  .middleware(ServerErrors)
  // Some of these errors are flat.
  .add(EmbedSessionsApi)
  .add(EmbedCatalogsApi)
  .add(AdminApi)
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Paraph",
      version: "1.0.0",
      description: [
        "Templates with typed variables become PDFs that people share and sign.",
        "",
        "Rules for every request:",
        "",
        "- Bodies are JSON with any content type.",
        "- Every response has `x-request-id`, with the client's ID if the request has one.",
        "- Errors are `{ error: { code, message, issues? } }`. Use `code` in programs and show `message` to people.",
        "- An unknown path is 404 `not_found`, and a wrong method is 405 `method_not_allowed` with `Allow`.",
        "- Responses to rate-limited requests have `RateLimit-Policy` and `RateLimit`. 429 `rate_limited` also has `Retry-After`.",
        "- Unknown fields of a body, and data keys that are not in the manifest, are listed in 2xx responses as `warnings: [{ path, message }]`. `POST /v1/signatures` rejects them.",
        "- `null` is the same as an absent optional field.",
        "- Lengths count Unicode code points.",
        "- An `Idempotency-Key` that is not 1 to 255 printable ASCII characters is 400 `invalid_request`.",
        "- 201 and 202 responses have a `Location` if the resource has a URL.",
      ].join("\n"),
      license: { name: "MIT", url: "https://github.com/paraph/paraph/blob/main/LICENSE" },
      servers: [{ url: "/", description: "The URL of your Paraph server" }],
      transform: (document) =>
        tidyDocument(describeLocations(describeWarnings(openObjects(document)))),
    }),
  ) {}

checkKeys(Api);
