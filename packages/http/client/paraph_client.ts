import type { InvalidRequest } from "@paraph/core/values";
import { Context, Effect, Layer } from "effect";
import { Mac, SecureRandom } from "effect/crypto";
import type { HttpClient } from "effect/http";

import { makeCalls } from "./_call.ts";
import { type EmbedCalls, embed } from "./_resources/embed.ts";
import { audit, type AuditCalls, type ErasureCalls, erasures } from "./_resources/erasures.ts";
import { type FontCalls, fonts } from "./_resources/fonts.ts";
import { type HookCalls, hooks } from "./_resources/hooks.ts";
import { type MemberCalls, members } from "./_resources/members.ts";
import { admin, type AdminCalls, type ProjectCalls, projects } from "./_resources/projects.ts";
import { type RenderBatchCalls, renderBatches } from "./_resources/render_batches.ts";
import { type RenderCalls, renders } from "./_resources/renders.ts";
import { engagement, type EngagementCalls, type ShareCalls, shares } from "./_resources/shares.ts";
import { type SignatureBulkCalls, signatureBulks } from "./_resources/signature_bulks.ts";
import { type SignatureDraftCalls, signatureDrafts } from "./_resources/signature_drafts.ts";
import { type SignatureCalls, signatures } from "./_resources/signatures.ts";
import { type TemplateCalls, templates } from "./_resources/templates.ts";
import { type UsageCalls, usage } from "./_resources/usage.ts";
import { type EventCalls, events, type WebhookCalls, webhooks } from "./_resources/webhooks.ts";
import type { FailureContext } from "./failure.ts";
import type { ClientOptions } from "./options.ts";

/**
 * The calls of the API as effects. Arguments are path parameters, then the body or the query, then
 * options. Bodies and responses are JSON with ISO 8601 timestamps. Responses are not validated, so
 * newer servers may add fields.
 */
export interface Resources {
  /** Templates, with a project key. */
  readonly templates: TemplateCalls;
  /** The fonts of a project, with a project key. */
  readonly fonts: FontCalls;
  /** Renders, with a project key. */
  readonly renders: RenderCalls;
  /** Batches of renders, with a project key. */
  readonly renderBatches: RenderBatchCalls;
  /** Share links, with a project key. */
  readonly shares: ShareCalls;
  /** Engagement of documents, with a project key. */
  readonly engagement: EngagementCalls;
  /** The usage of the project by day, with a project key. */
  readonly usage: UsageCalls;
  /** Signature requests, with a project key. */
  readonly signatures: SignatureCalls;
  /** Drafts of signature requests, with a project key. */
  readonly signatureDrafts: SignatureDraftCalls;
  /** Bulk requests, with a project key. */
  readonly signatureBulks: SignatureBulkCalls;
  /** Webhooks, with a project key. */
  readonly webhooks: WebhookCalls;
  /** The event stream, with a project key. */
  readonly events: EventCalls;
  /** The inbound webhooks of templates, with a project key. Sending data needs no key. */
  readonly hooks: HookCalls;
  /** Erasure requests, with a project key. */
  readonly erasures: ErasureCalls;
  /** The audit log of an account and its projects, with an account key. */
  readonly audit: AuditCalls;
  /** The members of an account, with an account key. */
  readonly members: MemberCalls;
  /** The projects of an account, with an account key. */
  readonly projects: ProjectCalls;
  /** Embedding, from the integrator's own server, with a project key. */
  readonly embed: EmbedCalls;
  /** Provisioning for operators, with the admin key of the deployment. */
  readonly admin: AdminCalls;
}

/**
 * A client of one server with one key.
 *
 * Fails with `invalid_request` if `url` or `key` is not valid.
 */
export const makeClient: (
  options: ClientOptions,
) => Effect.Effect<
  Resources,
  InvalidRequest & FailureContext,
  HttpClient.HttpClient | SecureRandom.SecureRandom | Mac.Mac
> = Effect.fnUntraced(function* (options: ClientOptions) {
  const { call, bytes, post, base } = yield* makeCalls(options);
  const mac = yield* Mac.Mac;
  return {
    templates: templates(call, bytes),
    fonts: fonts(call),
    renders: renders(call, bytes),
    renderBatches: renderBatches(call, bytes),
    shares: shares(call),
    engagement: engagement(call),
    usage: usage(call, bytes),
    signatures: signatures(call, bytes),
    signatureDrafts: signatureDrafts(call),
    signatureBulks: signatureBulks(call, bytes),
    webhooks: webhooks(call),
    events: events(call),
    hooks: hooks(call, post, { mac, base }),
    erasures: erasures(call),
    audit: audit(call),
    members: members(call),
    projects: projects(call),
    embed: embed(call, bytes),
    admin: admin(call),
  };
});

/** The client of a server as a service. */
export class ParaphClient extends Context.Service<ParaphClient, Resources>()(
  "@paraph/http/client/ParaphClient",
) {
  /** A client of one server with one key, on the current `HttpClient`. */
  static readonly layer = (
    options: ClientOptions,
  ): Layer.Layer<ParaphClient, InvalidRequest & FailureContext, HttpClient.HttpClient> =>
    Layer.effect(ParaphClient, makeClient(options)).pipe(
      Layer.provide(Mac.layerWebCrypto),
      Layer.provide(SecureRandom.layerWebCrypto),
    );
}
