import { PublicUrls } from "@paraph/core/values";
import { Effect, Layer } from "effect";

import { type ParaphOptions, readOptions } from "./options.ts";
import { publicUrlsOf } from "./public_urls.ts";
import { services } from "./services.ts";
import { work } from "./work.ts";

/** The default base of URLs. */
const DEFAULT_BASE = "http://127.0.0.1:3000";

/**
 * All services of core on a database, files, a renderer and email, as configured by the options.
 * Unless `work` is `false`, workers run in the same scope.
 *
 * Fails with `wrong_options`, or with `postgres_unavailable` when the database cannot be opened,
 * for example because another process has exclusive access to the folder. Logs and spans go to the
 * logger and the tracer of the program.
 *
 * @example A program that provisions a project
 * ```ts
 * import { Admin } from "@paraph/core/admin";
 * import { paraphLayer } from "@paraph/app";
 * import { Effect, Layer } from "effect";
 *
 * const provisioned = Effect.flatMap(Admin, ({ provision }) => provision({ externalOrgId: "acme" }));
 * const program = Layer.provide(Layer.effectDiscard(provisioned), paraphLayer({ dataDir: ".paraph" }));
 * // NodeRuntime.runMain(Layer.launch(program));
 * ```
 */
export function paraphLayer(options: Omit<ParaphOptions, ProgramOption> = {}) {
  return Layer.unwrap(Effect.map(readOptions(options), deploymentLayer));
}

/** The services of a deployment and, unless another process runs them, its workers. */
export function deploymentLayer(deployment: Effect.Success<ReturnType<typeof readOptions>>) {
  return (deployment.work === false ? Layer.empty : work(deployment)).pipe(
    Layer.provideMerge(services(deployment)),
    Layer.provideMerge(Layer.succeed(PublicUrls, publicUrlsOf(deployment, DEFAULT_BASE))),
  );
}

/** Options that a program sets for all of its layers. */
type ProgramOption = "logger" | "logLevel" | `otel${string}`;

/** Every service and port that {@linkcode paraphLayer} provides. */
export type ParaphServices = Layer.Success<ReturnType<typeof paraphLayer>>;
