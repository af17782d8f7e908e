import { Admin, Partners, Provision, type ProvisionedPartner } from "@paraph/core/admin";
import { AuditLog } from "@paraph/core/audit";
import { BuilderTemplates, Catalogs, Forms, Previews } from "@paraph/core/embed";
import { Engagement } from "@paraph/core/engagement";
import { Erasures } from "@paraph/core/erasure";
import { Hooks } from "@paraph/core/hooks";
import { Keys } from "@paraph/core/keys";
import { Mails } from "@paraph/core/mail";
import { Projects } from "@paraph/core/projects";
import { Renders } from "@paraph/core/renders";
import { SharedDocuments, Shares } from "@paraph/core/shares";
import { ProviderCallbacks, Signatures } from "@paraph/core/signatures";
import { Signing } from "@paraph/core/signing";
import { Publication, TemplateCopies, Templates } from "@paraph/core/templates";
import { InvalidRequest, issuesOfSchema, type AsPromises, asPromises } from "@paraph/core/values";
import { EventFeed, Webhooks } from "@paraph/core/webhooks";
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
  Result,
  Schema,
  Scope,
} from "effect";

import { native, type NativeService } from "./native.ts";
import { deploymentOf, type ParaphOptions, telemetryOf } from "./options.ts";
import { paraphLayer, type ParaphServices } from "./paraph_layer.ts";
import { measuring, telemetry } from "./telemetry.ts";

/** What an open Paraph offers, by name. */
const SERVICES = {
  admin: Admin,
  audit: AuditLog,
  builderTemplates: BuilderTemplates,
  catalogs: Catalogs,
  engagement: Engagement,
  erasures: Erasures,
  events: EventFeed,
  forms: Forms,
  hooks: Hooks,
  keys: Keys,
  mails: Mails,
  partners: Partners,
  previews: Previews,
  projects: Projects,
  providerCallbacks: ProviderCallbacks,
  publication: Publication,
  renders: Renders,
  sharedDocuments: SharedDocuments,
  shares: Shares,
  signatures: Signatures,
  signing: Signing,
  templateCopies: TemplateCopies,
  templates: Templates,
  webhooks: Webhooks,
} as const;

/** Every service of core with promises for effects; what fails rejects with the error itself. */
export type PromisedServices = {
  readonly [Name in keyof typeof SERVICES]: AsPromises<
    NativeService<(typeof SERVICES)[Name]["Service"]>
  >;
};

/** It was closed: nothing that is asked of it now, or was still on its way, is done. */
export class ParaphClosed extends Data.TaggedError("paraph_closed")<{ readonly message: string }> {}

/** A Paraph inside of an app: everything that core does, as promises, until it is closed. */
export interface Paraph extends PromisedServices, AsyncDisposable {
  /**
   * The project of whoever an app calls so, which is made at the first time: the same one however often,
   * from however many processes and however much at once it is asked for. Short for
   * `admin.provision({ externalOrgId, … })`; `apiKey` is there for the one who made it.
   *
   * @param externalOrgId 1 to 160 characters: a customer, or the name of the app itself.
   */
  readonly project: (
    externalOrgId: string,
    wanted?: Omit<Provision, "externalOrgId">,
  ) => Promise<ProvisionedPartner>;
  /** Runs an effect on the services; what it leaves open is closed with the rest. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, ParaphServices | Scope.Scope>) => Promise<A>;
  /** Finishes what has begun (for up to 30 seconds), and gives back the database and every thread. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a Paraph inside of this process: core's services as promises on the layers of
 * {@linkcode paraphLayer}, and the work they accept done beside them.
 *
 * Nothing is written to standard output, no signal is listened for, and once it is closed nothing of it
 * keeps the process alive.
 *
 * @example A first document
 * ```ts
 * import { Slug } from "@paraph/core/values";
 * import { openParaph } from "@paraph/app";
 *
 * async function greet(name: string): Promise<Uint8Array> {
 *   await using paraph = await openParaph({ dataDir: ".paraph" });
 *   const { projectId } = await paraph.project("acme");
 *   const variable = { key: "name", label: "Name", dataType: "text", required: true } as const;
 *   const manifest = { variables: [variable], loops: [] };
 *   await paraph.templates.publish(projectId, Slug.make("badge"), { name: "Badge", manifest });
 *   const { render } = await paraph.renders.submit(projectId, "badge", { data: { name }, source: "api" });
 *   await paraph.renders.wait(projectId, render.id, "1 minute");
 *   const document = await paraph.renders.open(projectId, render.id);
 *   return new Response(document.bytes).bytes();
 * }
 * ```
 */
export async function openParaph(options: ParaphOptions = {}): Promise<Paraph> {
  const runtime = ManagedRuntime.make(opened(options));
  const context = await runtime.context().catch(async (cause: unknown) => {
    await runtime.dispose();
    throw cause;
  });
  const scope = Scope.makeUnsafe();
  const ended = new AbortController();

  /** Runs what is asked for; what the end interrupts was not done. */
  async function runOpen<A, E>(effect: Effect.Effect<A, E, ParaphServices>): Promise<A> {
    if (ended.signal.aborted) throw CLOSED;
    const exit = await runtime.runPromiseExit(effect);
    if (Exit.isSuccess(exit)) return exit.value;
    throw Cause.hasInterruptsOnly(exit.cause) && ended.signal.aborted
      ? CLOSED
      : Cause.squash(exit.cause);
  }

  async function runNative<A, E>(effect: Effect.Effect<A, E>): Promise<A> {
    const answer = native(await runOpen(effect), ended.signal);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types of the services tell
    return answer as A;
  }
  const members = Object.entries(SERVICES).map(([name, service]): [string, unknown] => [
    name,
    asPromises(context.mapUnsafe.get(service.key), runNative),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one by one what SERVICES says
  const services = Object.fromEntries(members) as PromisedServices;

  const { provision } = Context.get(context, Admin);
  const project: Paraph["project"] = (externalOrgId, wanted = {}) =>
    runOpen(Effect.flatMap(readProvision({ ...wanted, externalOrgId }), provision));
  const run: Paraph["run"] = (effect) => runOpen(Scope.provide(effect, scope));

  async function end(): Promise<void> {
    ended.abort();
    await Effect.runPromise(Scope.close(scope, Exit.void));
    await runtime.dispose();
  }
  let ending: Promise<void> | undefined;
  const close = () => (ending ??= end());

  return { ...services, project, run, close, [Symbol.asyncDispose]: close };
}

const CLOSED = new ParaphClosed({ message: "This Paraph has been closed" });

/** What somebody says about an organisation, checked as the API checks it. */
function readProvision(wanted: unknown): Effect.Effect<Provision, InvalidRequest> {
  return Schema.decodeUnknownEffect(Provision)(wanted, { errors: "all" }).pipe(
    Effect.mapError(({ issue }) => InvalidRequest.of(issuesOfSchema(issue))),
  );
}

/** Everything of an app's Paraph. A wrong address of a collector is told with what else is wrong. */
function opened(options: ParaphOptions) {
  const collector = Result.isSuccess(deploymentOf(options)) ? telemetryOf(options) : undefined;
  return measuring(collector).pipe(
    Layer.provideMerge(paraphLayer(options)),
    Layer.provideMerge(telemetry(collector)),
    Layer.provideMerge(logging(options)),
  );
}

/** An app's answers are its own: what we have to say goes beside them. */
function logging({ logger = Logger.consoleLogFmt, logLevel = "Warn" }: ParaphOptions) {
  return Layer.mergeAll(
    Logger.layer([logger]),
    Layer.succeed(References.MinimumLogLevel, logLevel),
    Layer.succeed(Logger.LogToStderr, true),
  );
}
