import { ASSETS, PageAssets } from "@paraph/web";
import { BuilderPages } from "@paraph/web/builder";
import { ConsolePages } from "@paraph/web/console";
import { FormPages } from "@paraph/web/form";
import { InboxPages } from "@paraph/web/inbox";
import { ExampleKeys, PLACEHOLDER_KEYS, ReferencePages } from "@paraph/web/reference";
import { SendPages } from "@paraph/web/send";
import { SharePages } from "@paraph/web/share";
import { SignPages } from "@paraph/web/sign";
import { VerifyPages } from "@paraph/web/verify";
import { ByteSize, Effect, Layer, type Redacted } from "effect";
import { HttpIncomingMessage, HttpMiddleware, HttpRouter, HttpServer } from "effect/http";
import { HttpApiBuilder } from "effect/http-api";

import { AccountKey } from "./_auth/account_key.ts";
import { AdminKey } from "./_auth/admin_key.ts";
import { BuilderKey } from "./_auth/builder_caller.ts";
import { ConsoleGate } from "./_auth/console_session.ts";
import { EmbedSessionToken } from "./_auth/embed_session.ts";
import { IntegratorKey, FlatIntegratorKey, EmbeddingKey } from "./_auth/integrator_key.ts";
import { ProjectKey, RenderKey } from "./_auth/project_key.ts";
import { PublicLimit } from "./_limits/public_limit.ts";
import type { RateLimit } from "./_limits/rate_limit.ts";
import { RateLimits } from "./_limits/rate_limits.ts";
import { SourceIp } from "./_limits/source_ip.ts";
import type { TrustProxy } from "./_limits/trust_proxy.ts";
import { WorkShare, WorkShares } from "./_limits/work_share.ts";
import { requestShape } from "./_wire/errors/request_shape.ts";
import { FlatServerErrors, ServerErrors } from "./_wire/errors/server_faults.ts";
import { CrossOrigin } from "./_wire/request/cross_origin.ts";
import { exchange } from "./_wire/request/exchange.ts";
import { KeyCheck } from "./_wire/request/key_check.ts";
import { knownRoutes, ROUTING } from "./_wire/request/known_routes.ts";
import { LocalAccess } from "./_wire/request/local_access.ts";
import { withRequestContext } from "./_wire/request/request_context.ts";
import { Visitors } from "./_wire/request/visitors.ts";
import { adminHandlers } from "./admin/handlers.ts";
import { Api } from "./api.ts";
import { assetsRoute } from "./assets/assets_route.ts";
import { auditHandlers } from "./audit/handlers.ts";
import { CONSOLE_ROUTES, consoleRoutes } from "./console/console_routes.ts";
import { OIDC_ROUTES, oidcRoutes } from "./console/oidc_routes.ts";
import { INBOX_ROUTES, inboxRoutes } from "./dev_inbox/inbox_routes.ts";
import { mailHooksHandlers } from "./emails/handlers.ts";
import { builderHandlers } from "./embed/builder/builder_handlers.ts";
import { embedCatalogsHandlers } from "./embed/catalogs/catalogs_handlers.ts";
import { FormToSubmit } from "./embed/forms/form_to_submit.ts";
import { formsHandlers } from "./embed/forms/forms_handlers.ts";
import { embedHandlers } from "./embed/handlers.ts";
import { embedKeysHandlers } from "./embed/keys_handlers.ts";
import { embedPagesHandlers } from "./embed/pages_handlers.ts";
import { embedSendHandlers } from "./embed/send/send_handlers.ts";
import { embedSessionsHandlers } from "./embed/sessions/sessions_handlers.ts";
import { engagementHandlers } from "./engagement/handlers.ts";
import { erasuresHandlers } from "./erasures/handlers.ts";
import { filesHandlers } from "./files/handlers.ts";
import { fontsHandlers } from "./fonts/handlers.ts";
import { healthHandlers } from "./health/handlers.ts";
import { hooksHandlers, inboundHandlers } from "./inbound_webhooks/handlers.ts";
import { VisitorPages } from "./landing/visitor_pages.ts";
import { membersHandlers } from "./members/handlers.ts";
import { projectsHandlers } from "./projects/handlers.ts";
import { OwnedProject } from "./projects/owned_project.ts";
import { DOCS, OPENAPI, referenceRoute } from "./reference/reference_route.ts";
import { renderBatchesHandlers } from "./renders/batches_handlers.ts";
import { ExistingRender } from "./renders/existing_render.ts";
import { rendersHandlers } from "./renders/handlers.ts";
import { shareLinksHandlers } from "./share_links/handlers.ts";
import { sharesHandlers } from "./shares/handlers.ts";
import { signatureBulksHandlers } from "./signatures/bulk_handlers.ts";
import { signatureDraftsHandlers } from "./signatures/drafts_handlers.ts";
import { providerCallbacksHandlers, signaturesHandlers } from "./signatures/handlers.ts";
import { signingHandlers } from "./signing/handlers.ts";
import { ExistingTemplate } from "./templates/existing_template.ts";
import { templatesHandlers } from "./templates/handlers.ts";
import { usageHandlers } from "./usage/handlers.ts";
import { verifyHandlers } from "./verify/handlers.ts";
import { ExistingWebhook } from "./webhooks/existing_webhook.ts";
import { webhooksHandlers } from "./webhooks/handlers.ts";

/** The configuration of a server. */
export interface AppOptions {
  /** The maximum size of request bodies (`MAX_BODY_BYTES`). */
  readonly maxBodyBytes: number;
  /**
   * The key of the admin endpoints, which reject all requests without one (`SERVICE_ADMIN_KEY`).
   */
  readonly adminKey: Redacted.Redacted | undefined;
  /** The rate limit of a key; unlimited by default (`RATE_LIMIT`). */
  readonly rateLimit: RateLimit | undefined;
  /** Proxies whose `X-Forwarded-For` is trusted; none by default (`TRUST_PROXY`). */
  readonly trustProxy: TrustProxy | undefined;
  /** Whether local clients can read the emails in the outbox at `/_dev/mail`; they cannot by default. */
  readonly devInbox?: boolean;
  /** Whether all requests from other machines are rejected; they are not by default. */
  readonly localOnly?: boolean;
  /** The keys that `/docs` shows in its examples; placeholders by default. */
  readonly exampleKeys?: ExampleKeys["Service"] | undefined;
}

const endpoints = HttpApiBuilder.layer(Api).pipe(
  Layer.provide([
    projectsHandlers,
    membersHandlers,
    templatesHandlers,
    fontsHandlers,
    rendersHandlers,
    renderBatchesHandlers,
    hooksHandlers,
    inboundHandlers,
    webhooksHandlers,
    sharesHandlers,
    engagementHandlers,
    usageHandlers,
    erasuresHandlers,
    auditHandlers,
    signaturesHandlers,
    signatureDraftsHandlers,
    signatureBulksHandlers,
    providerCallbacksHandlers,
    mailHooksHandlers,
    embedHandlers,
    embedSessionsHandlers,
    embedCatalogsHandlers,
    builderHandlers,
    formsHandlers,
    embedKeysHandlers,
    embedSendHandlers,
    embedPagesHandlers,
    filesHandlers,
    shareLinksHandlers,
    signingHandlers,
    verifyHandlers,
    healthHandlers,
    adminHandlers,
  ]),
  Layer.provide([
    ProjectKey.layer,
    RenderKey.layer,
    AccountKey.layer,
    EmbeddingKey.layer,
    IntegratorKey.layer,
    FlatIntegratorKey.layer,
    EmbedSessionToken.layer,
    BuilderKey.layer,
    FormToSubmit.layer,
    ExistingTemplate.layer,
    OwnedProject.layer,
    ExistingWebhook.layer,
    ExistingRender.layer,
    Visitors.layer,
    SharePages.layer,
    SignPages.layer,
    VerifyPages.layer,
    BuilderPages.layer,
    FormPages.layer,
    SendPages.layer,
    PublicLimit.layer,
    WorkShare.layer,
    ServerErrors.layer,
    FlatServerErrors.layer,
    requestShape,
    KeyCheck.layer,
  ]),
);

/** Every route of {@linkcode Api}, the OpenAPI document and the assets of the pages. */
export const routes = Layer.mergeAll(
  endpoints,
  assetsRoute,
  Layer.provide(inboxRoutes, InboxPages.layer),
  Layer.provide(Layer.merge(consoleRoutes, oidcRoutes), [
    ConsolePages.layer,
    BuilderPages.layer,
    SendPages.layer,
  ]),
  referenceRoute.pipe(Layer.provide(ReferencePages.layer)),
  exchange(
    knownRoutes(Api, [OPENAPI, DOCS, `${ASSETS}*`, ...INBOX_ROUTES], {
      ...CONSOLE_ROUTES,
      ...OIDC_ROUTES,
    }),
  ).pipe(Layer.provide(VisitorPages.layer)),
);

/**
 * A layer that serves every route of {@linkcode Api} on an `HttpServer`, with the services of core.
 */
export const app = (options: AppOptions) =>
  Layer.effectDiscard(
    Effect.flatMap(HttpRouter.toHttpEffect(routes), (respond) =>
      withRequestContext(HttpServer.serveEffect(respond)),
    ),
  ).pipe(
    Layer.provide(Layer.succeed(HttpRouter.RouterConfig, ROUTING)),
    Layer.provide(routeServices(options)),
  );

/** The services of {@linkcode routes}, as a deployment configures them. */
export const routeServices = ({
  maxBodyBytes,
  adminKey,
  rateLimit,
  trustProxy,
  devInbox = false,
  localOnly = false,
  exampleKeys = PLACEHOLDER_KEYS,
}: AppOptions) =>
  Layer.mergeAll(
    PageAssets.layer,
    CrossOrigin.layer,
    ConsoleGate.layer,
    LocalAccess.layer({ devInbox, localOnly }),
    AdminKey.layer(adminKey),
    Layer.succeed(ExampleKeys, exampleKeys),
    Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(maxBodyBytes)),
    // Its spans have URLs, which may contain tokens. `exchange` creates spans without them.
    Layer.succeed(HttpMiddleware.TracerDisabledWhen, () => true),
  ).pipe(
    Layer.provideMerge(RateLimits.layer(rateLimit)),
    Layer.provideMerge(WorkShares.layer),
    Layer.provideMerge(SourceIp.layer(trustProxy)),
  );
