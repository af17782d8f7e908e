import { Cause, Exit, Option, Predicate, Tracer } from "effect";

/** Span attributes of drivers that may contain credentials or personal data. */
const SECRET =
  /^(?:url\.(?:full|path|query)|http\.(?:request|response)\.header\.|db\.query\.parameter|user_agent\.|client\.)/u;

/**
 * A tracer that exports no credentials and no personal data: no URLs, no headers, and only the kind
 * of a failure, because messages quote requests. It leaves out statements outside of requests and
 * jobs, because workers poll their queues.
 */
export function redactingTracer(tracer: Tracer.Tracer): Tracer.Tracer {
  return Tracer.make({
    span: (options) => {
      const isIdle = Option.isNone(options.parent) && isStatement(options);
      const span = tracer.span({ ...options, sampled: options.sampled && !isIdle });
      const [attribute, end] = [span.attribute.bind(span), span.end.bind(span)];
      return Object.assign(span, {
        attribute: (key: string, value: unknown) => {
          if (!SECRET.test(key)) attribute(key, value);
        },
        end: (endTime: bigint, exit: Exit.Exit<unknown, unknown>) =>
          end(endTime, withoutMessage(exit)),
      });
    },
  });
}

function isStatement({ name, kind }: { readonly name: string; readonly kind: Tracer.SpanKind }) {
  return kind === "client" || name === "sql.transaction";
}

function withoutMessage(exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return exit;
  const kind = kindOf(Cause.squash(exit.cause));
  return Exit.fail(Object.assign(new Error(kind), { name: kind, stack: kind }));
}

function kindOf(error: unknown): string {
  if (Predicate.hasProperty(error, "_tag") && Predicate.isString(error._tag)) return error._tag;
  return error instanceof Error ? error.name : "Error";
}
