import { ByteSize, Layer } from "effect";
import { HttpIncomingMessage, HttpMiddleware, HttpRouter } from "effect/http";
import { HttpApiBuilder, HttpApiScalar } from "effect/http-api";

import { PartnerKey } from "./_auth/partner_key.ts";
import { ProjectKey } from "./_auth/project_key.ts";
import { exchange } from "./_wire/exchange.ts";
import { knownRoutes, ROUTING } from "./_wire/known_routes.ts";
import { requestShape } from "./_wire/request_shape.ts";
import { ServerFaults } from "./_wire/server_faults.ts";
import { Api } from "./api.ts";
import { embedHandlers } from "./embed/handlers.ts";
import { filesHandlers } from "./files/handlers.ts";
import { healthHandlers } from "./health/handlers.ts";
import { rendersHandlers } from "./renders/handlers.ts";
import { templatesHandlers } from "./templates/handlers.ts";
import { LiveTemplate } from "./templates/live_template.ts";

/** What a deployment decides about its server. */
export interface AppOptions {
  /** Larger request bodies are refused (`MAX_BODY_BYTES`). */
  readonly maxBodyBytes: number;
}

const DESCRIPTION = "/openapi.json";
const DOCS = "/docs";

const endpoints = HttpApiBuilder.layer(Api, { openapiPath: DESCRIPTION }).pipe(
  Layer.provide([templatesHandlers, rendersHandlers, embedHandlers, filesHandlers, healthHandlers]),
  Layer.provide([
    ProjectKey.layer,
    PartnerKey.layer,
    LiveTemplate.layer,
    ServerFaults.layer,
    requestShape,
  ]),
);

const routes = Layer.mergeAll(
  endpoints,
  // Everything comes from here: no fonts, scripts or proxies of others.
  HttpApiScalar.layer(Api, { path: DOCS, scalar: { withDefaultFonts: false } }),
  exchange(knownRoutes(Api, [DESCRIPTION, DOCS])),
);

/**
 * Every route of {@linkcode Api} served on whatever `HttpServer` is given, with the services of core
 * behind it.
 */
export const app = ({ maxBodyBytes }: AppOptions) =>
  HttpRouter.serve(routes, {
    disableLogger: true,
    disableListenLog: true,
    routerConfig: ROUTING,
  }).pipe(
    Layer.provide(
      Layer.succeed(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(maxBodyBytes)),
    ),
    // The address of a public file is its secret, and spans name addresses.
    Layer.provide(
      Layer.succeed(HttpMiddleware.TracerDisabledWhen, ({ url }) => url.startsWith("/files/")),
    ),
  );
