import type { InvalidRequest } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";
import { Mac, SecureRandom } from "effect/crypto";
import type { HttpClient } from "effect/http";

import { makeCalls } from "./_call.ts";
import { type EmbedCalls, embed } from "./_resources/embed.ts";
import { audit, type AuditCalls, type ErasureCalls, erasures } from "./_resources/erasures.ts";
import { type HookCalls, hooks } from "./_resources/hooks.ts";
import { admin, type AdminCalls, type ProjectCalls, projects } from "./_resources/projects.ts";
import { type RenderCalls, renders } from "./_resources/renders.ts";
import { engagement, type EngagementCalls, type ShareCalls, shares } from "./_resources/shares.ts";
import { type SignatureCalls, signatures } from "./_resources/signatures.ts";
import { type TemplateCalls, templates } from "./_resources/templates.ts";
import { type EventCalls, events, type WebhookCalls, webhooks } from "./_resources/webhooks.ts";
import type { Told } from "./failure.ts";
import type { ClientOptions } from "./options.ts";

/**
 * Everything that can be asked of a server, as effects: parts of the path first, then the body or the
 * query, then options. Bodies and answers are the JSON of the wire, timestamps in it ISO 8601 texts;
 * answers are handed on as they come, so that what newer servers add breaks nothing.
 */
export interface Resources {
  /** Templates, with a project key. */
  readonly templates: TemplateCalls;
  /** Renders, with a project key. */
  readonly renders: RenderCalls;
  /** Share links, with a project key. */
  readonly shares: ShareCalls;
  /** What happened to documents, with a project key. */
  readonly engagement: EngagementCalls;
  /** Renders that are sent out to be signed, with a project key. */
  readonly signatures: SignatureCalls;
  /** Webhooks, with a project key. */
  readonly webhooks: WebhookCalls;
  /** What happened, in order, with a project key. */
  readonly events: EventCalls;
  /** The inbound hooks of templates, with a project key; sending needs none. */
  readonly hooks: HookCalls;
  /** People who want to be forgotten, with a project key. */
  readonly erasures: ErasureCalls;
  /** What was done to an account and its projects, with an account key. */
  readonly audit: AuditCalls;
  /** The projects of an account, with an account key. */
  readonly projects: ProjectCalls;
  /** What a partner that embeds does from its own server, with a project key. */
  readonly embed: EmbedCalls;
  /** What operators do, with the admin key of the deployment. */
  readonly admin: AdminCalls;
}

/**
 * A client of one server with one key.
 *
 * Fails with `invalid_request`, and nothing is sent, when `url` is none or `key` cannot be one.
 */
export const makeClient: (
  options: ClientOptions,
) => Effect.Effect<
  Resources,
  InvalidRequest & Told,
  HttpClient.HttpClient | SecureRandom.SecureRandom | Mac.Mac
> = Effect.fnUntraced(function* (options: ClientOptions) {
  const { call, bytes, post, base } = yield* makeCalls(options);
  const mac = yield* Mac.Mac;
  return {
    templates: templates(call),
    renders: renders(call, bytes),
    shares: shares(call),
    engagement: engagement(call),
    signatures: signatures(call, bytes),
    webhooks: webhooks(call),
    events: events(call),
    hooks: hooks(call, post, { mac, base }),
    erasures: erasures(call),
    audit: audit(call),
    projects: projects(call),
    embed: embed(call, bytes),
    admin: admin(call),
  };
});

/** A server as a service. */
export class ParaphClient extends Context.Service<ParaphClient, Resources>()(
  "@paraph/http/client/ParaphClient",
) {
  /** A client of one server with one key, on the `HttpClient` there is. */
  static readonly layer = (
    options: ClientOptions,
  ): Layer.Layer<ParaphClient, InvalidRequest & Told, HttpClient.HttpClient> =>
    Layer.effect(ParaphClient, makeClient(options)).pipe(
      Layer.provide(Mac.layerWebCrypto),
      Layer.provide(SecureRandom.layerWebCrypto),
    );
}
