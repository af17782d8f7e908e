import { Admin, Partners, Provision, type ProvisionedPartner } from "@paraph/core/admin";
import { AuditLog } from "@paraph/core/audit";
import { Signing } from "@paraph/core/builtin_provider";
import { EmailBounces, Emails } from "@paraph/core/emails";
import { BuilderTemplates, Catalogs, Forms, Previews } from "@paraph/core/embed";
import { Engagement } from "@paraph/core/engagement";
import { Erasures } from "@paraph/core/erasure";
import { Fonts } from "@paraph/core/fonts";
import { InboundWebhooks } from "@paraph/core/inbound_webhooks";
import { Keys } from "@paraph/core/keys";
import { Members } from "@paraph/core/members";
import { Projects } from "@paraph/core/projects";
import { BatchResults, DocumentUploads, RenderBatches, Renders } from "@paraph/core/renders";
import { SharedDocuments, Shares } from "@paraph/core/shares";
import {
  ProviderCallbacks,
  SignatureBulkResults,
  SignatureBulks,
  SignatureDrafts,
  Signatures,
} from "@paraph/core/signatures";
import { Publication, TemplateCopies, Templates } from "@paraph/core/templates";
import { Usage } from "@paraph/core/usage";
import { InvalidRequest, issuesOfSchema, type AsPromises, asPromises } from "@paraph/core/values";
import { EventStream, Webhooks } from "@paraph/core/webhooks";
import {
  Cause,
  Context,
  Data,
  Effect,
  Exit,
  Layer,
  Logger,
  ManagedRuntime,
  References,
  Schema,
  Scope,
} from "effect";

import { native, type NativeService } from "./native.ts";
import { type ParaphOptions, readOptions } from "./options.ts";
import { deploymentLayer, type ParaphServices } from "./paraph_layer.ts";
import { measuring, telemetry } from "./telemetry.ts";

/** The services of an open Paraph, by name. */
const SERVICES = {
  admin: Admin,
  audit: AuditLog,
  batchResults: BatchResults,
  builderTemplates: BuilderTemplates,
  catalogs: Catalogs,
  documentUploads: DocumentUploads,
  engagement: Engagement,
  emailBounces: EmailBounces,
  erasures: Erasures,
  events: EventStream,
  fonts: Fonts,
  forms: Forms,
  hooks: InboundWebhooks,
  keys: Keys,
  mails: Emails,
  members: Members,
  partners: Partners,
  previews: Previews,
  projects: Projects,
  providerCallbacks: ProviderCallbacks,
  publication: Publication,
  renderBatches: RenderBatches,
  renders: Renders,
  sharedDocuments: SharedDocuments,
  shares: Shares,
  signatureDrafts: SignatureDrafts,
  signatureBulkResults: SignatureBulkResults,
  signatureBulks: SignatureBulks,
  signatures: Signatures,
  signing: Signing,
  templateCopies: TemplateCopies,
  templates: Templates,
  usage: Usage,
  webhooks: Webhooks,
} as const;

/**
 * Every service of core with promises in place of effects. Promises reject with the typed error.
 */
export type PromisedServices = {
  readonly [Name in keyof typeof SERVICES]: AsPromises<
    NativeService<(typeof SERVICES)[Name]["Service"]>
  >;
};

/** Paraph is closed: new calls and calls in progress fail. */
export class ParaphClosed extends Data.TaggedError("paraph_closed")<{ readonly message: string }> {}

/** Paraph inside an app: all services of core as promises, until it is closed. */
export interface Paraph extends PromisedServices, AsyncDisposable {
  /**
   * The project of an organisation. The first call creates it, and every call returns the same one, also
   * concurrently and from several processes. Short for `admin.provision({ externalOrgId, … })`; only the call
   * that creates the project returns an `apiKey`.
   *
   * @param externalOrgId 1 to 160 characters: a customer, or the name of the app itself.
   */
  readonly project: (
    externalOrgId: string,
    options?: Omit<Provision, "externalOrgId">,
  ) => Promise<ProvisionedPartner>;
  /** Runs an effect on the services. Its scope closes with Paraph. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, ParaphServices | Scope.Scope>) => Promise<A>;
  /** Finishes work in progress (for up to 30 seconds), and releases the database and all threads. */
  readonly close: () => Promise<void>;
}

/**
 * Opens Paraph in this process: core's services as promises, on the layers of
 * {@linkcode paraphLayer}, with the workers in the same process.
 *
 * It writes nothing to standard output and handles no signals. A closed Paraph does not keep the process
 * alive.
 *
 * @example A first document
 * ```ts
 * import { Slug } from "@paraph/core/values";
 * import { openParaph } from "@paraph/app";
 *
 * async function greet(name: string): Promise<Uint8Array> {
 *   const paraph = await openParaph({ dataDir: ".paraph" });
 *   try {
 *     const { projectId } = await paraph.project("acme");
 *     const variable = { key: "name", label: "Name", dataType: "text", required: true } as const;
 *     const manifest = { variables: [variable], loops: [] };
 *     await paraph.templates.publish(projectId, Slug.make("badge"), { name: "Badge", manifest });
 *     const { render } = await paraph.renders.submit(projectId, "badge", { data: { name }, source: "api" });
 *     await paraph.renders.wait(projectId, render.id, "1 minute");
 *     const document = await paraph.renders.open(projectId, render.id);
 *     return await new Response(document.bytes).bytes();
 *   } finally {
 *     await paraph.close();
 *   }
 * }
 * ```
 */
export async function openParaph(options: ParaphOptions = {}): Promise<Paraph> {
  const runtime = ManagedRuntime.make(embeddedLayer(options));
  const context = await runtime.context().catch(async (cause: unknown) => {
    await runtime.dispose();
    throw cause;
  });
  const scope = Scope.makeUnsafe();
  const abortController = new AbortController();

  /** Runs a call. Rejects with `paraph_closed` if closing interrupts it. */
  async function runUnlessClosed<A, E>(effect: Effect.Effect<A, E, ParaphServices>): Promise<A> {
    if (abortController.signal.aborted) throw CLOSED_ERROR;
    const exit = await runtime.runPromiseExit(effect);
    if (Exit.isSuccess(exit)) return exit.value;
    throw Cause.hasInterruptsOnly(exit.cause) && abortController.signal.aborted
      ? CLOSED_ERROR
      : Cause.squash(exit.cause);
  }

  async function runNative<A, E>(effect: Effect.Effect<A, E>): Promise<A> {
    const result = native(await runUnlessClosed(effect), abortController.signal);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type follows from the service's
    return result as A;
  }
  const members = Object.entries(SERVICES).map(([name, service]): [string, unknown] => [
    name,
    asPromises(context.mapUnsafe.get(service.key), runNative),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each entry has the type that SERVICES gives it
  const services = Object.fromEntries(members) as PromisedServices;

  const { provision } = Context.get(context, Admin);
  const project: Paraph["project"] = (externalOrgId, options = {}) =>
    runUnlessClosed(Effect.flatMap(decodeProvision({ ...options, externalOrgId }), provision));
  const run: Paraph["run"] = (effect) => runUnlessClosed(Scope.provide(effect, scope));

  async function end(): Promise<void> {
    abortController.abort();
    await Effect.runPromise(Scope.close(scope, Exit.void));
    await runtime.dispose();
  }
  let ending: Promise<void> | undefined;
  const close = () => (ending ??= end());

  return { ...services, project, run, close, [Symbol.asyncDispose]: close };
}

const CLOSED_ERROR = new ParaphClosed({ message: "This Paraph has been closed" });

/** Validates the data of an organisation as the API does. */
function decodeProvision(options: unknown): Effect.Effect<Provision, InvalidRequest> {
  return Schema.decodeUnknownEffect(Provision)(options, { errors: "all" }).pipe(
    Effect.mapError(({ issue }) => InvalidRequest.of(issuesOfSchema(issue))),
  );
}

/** All layers of an embedded Paraph. Standard output belongs to the app, so logs go to standard error. */
const embeddedLayer = (options: ParaphOptions) =>
  Layer.unwrap(
    Effect.map(readOptions(options), (deployment) => {
      const { logger = Logger.consoleLogFmt, telemetry: collector } = deployment;
      const logLevel = options.logLevel === undefined ? "Warn" : deployment.logLevel;
      return measuring(collector).pipe(
        Layer.provideMerge(deploymentLayer(deployment)),
        Layer.provideMerge(telemetry(collector)),
        Layer.provideMerge(Logger.layer([logger])),
        Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, logLevel)),
        Layer.provideMerge(Layer.succeed(Logger.LogToStderr, true)),
      );
    }),
  );
