import { PublicUrls } from "@paraph/core/values";
import { Effect, Layer } from "effect";

import { publicUrlsOf } from "./deployment.ts";
import { deploymentOf, type ParaphOptions } from "./options.ts";
import { services } from "./services.ts";
import { work } from "./work.ts";

/** Where a server listens that nobody told otherwise, and what addresses begin with. */
const REACHED_AT = "http://127.0.0.1:3000";

/**
 * All of core's services on a database, files, a renderer and mail, as options say, for as long as the
 * scope is open. Unless `work` is `false` what they accept is done here too.
 *
 * Fails with `wrong_options`, or with `postgres_unavailable` when the database cannot be opened: so also
 * when a process has the folder open that lets nobody else in. What is logged goes where the program's
 * logs go, and spans to its tracer.
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
export function paraphLayer(options: Omit<ParaphOptions, OfTheProgram> = {}) {
  const deployed = Effect.map(Effect.fromResult(deploymentOf(options)), (deployment) =>
    (options.work === false ? Layer.empty : work(deployment)).pipe(
      Layer.provideMerge(services(deployment)),
      Layer.provideMerge(Layer.succeed(PublicUrls, publicUrlsOf(deployment, REACHED_AT))),
    ),
  );
  return Layer.unwrap(deployed);
}

/** What a program of effects decides for all of its layers. */
type OfTheProgram = "logger" | "logLevel" | `otel${string}`;

/** Every service and port that {@linkcode paraphLayer} gives. */
export type ParaphServices = Layer.Success<ReturnType<typeof paraphLayer>>;
