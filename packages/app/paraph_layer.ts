import { PublicUrls } from "@paraph/core/values";
import { Effect, Layer } from "effect";

import { publicUrlsOf } from "./deployment.ts";
import { deploymentOf, type ParaphOptions } from "./options.ts";
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
  const layer = Effect.map(Effect.fromResult(deploymentOf(options)), (deployment) =>
    (options.work === false ? Layer.empty : work(deployment)).pipe(
      Layer.provideMerge(services(deployment)),
      Layer.provideMerge(Layer.succeed(PublicUrls, publicUrlsOf(deployment, DEFAULT_BASE))),
    ),
  );
  return Layer.unwrap(layer);
}

/** Options that a program sets for all of its layers. */
type ProgramOption = "logger" | "logLevel" | `otel${string}`;

/** Every service and port that {@linkcode paraphLayer} provides. */
export type ParaphServices = Layer.Success<ReturnType<typeof paraphLayer>>;
