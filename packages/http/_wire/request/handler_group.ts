import { withoutServices } from "@paraph/core/values";
import { type Context, Effect, Layer, Record } from "effect";
import { HttpApiBuilder } from "effect/http-api";

/**
 * `HttpApiBuilder.group` whose handlers run without the services of Paraph in their context: they and their
 * middlewares got those when they were built. `HttpApiBuilder` copies all services of a group into the context of
 * each request, which was a tenth of the CPU of a read.
 */
export const handlerGroup: typeof HttpApiBuilder.group = (api, identifier, build) =>
  Layer.effectContext(
    Effect.contextWith((services) => {
      const group = HttpApiBuilder.group(api, identifier, (handlers) =>
        provided(build(handlers), services),
      );
      return withoutServices(Layer.build(group), middlewareKeys(api.groups[identifier]));
    }),
  );

/** Provides services to an effect that makes handlers; handlers themselves stay as they are. */
function provided<A>(handlers: A, services: Context.Context<never>): A {
  if (!Effect.isEffect(handlers)) return handlers;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The services are a part of what it requires.
  return Effect.provideContext(handlers, services) as A;
}

/** The part of a group that names its middlewares. */
interface Guarded {
  readonly endpoints: Readonly<
    Record<string, { readonly middlewares: ReadonlySet<{ readonly key: string }> }>
  >;
}

function middlewareKeys(group: unknown): ReadonlySet<string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The generic type of a group lacks it.
  const endpoints = Record.values((group as Guarded).endpoints);
  return new Set(endpoints.flatMap(({ middlewares }) => Array.from(middlewares, ({ key }) => key)));
}
