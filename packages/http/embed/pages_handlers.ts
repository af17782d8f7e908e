import { fileURLToPath } from "node:url";

import { EmbedSessions } from "@paraph/core/embed";
import type { EmbedPageView } from "@paraph/web";
import { BuilderPages } from "@paraph/web/builder";
import { FormPages, type GoneView } from "@paraph/web/form";
import { SendPages } from "@paraph/web/send";
import { Effect, FileSystem, Option } from "effect";
import { HttpServerResponse } from "effect/http";

import { RateLimits } from "../_limits/rate_limits.ts";
import { handlerGroup } from "../_wire/request/handler_group.ts";
import { visitorLanguage } from "../_wire/request/visitor_language.ts";
import { Api } from "../api.ts";

/** The pages of embed sessions, for frames in the integrators' pages. */
export const embedPagesHandlers = handlerGroup(
  Api,
  "embedPages",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* EmbedSessions;
    const limits = yield* RateLimits;
    const builder = yield* BuilderPages;
    const form = yield* FormPages;
    const send = yield* SendPages;
    const fs = yield* FileSystem.FileSystem;
    const script = HttpServerResponse.uint8Array(yield* Effect.orDie(fs.readFile(SCRIPT)), {
      contentType: "text/javascript; charset=utf-8",
      headers: PUBLIC_HEADERS,
    });

    const page = Effect.fnUntraced(function* (pages: SessionPages, session: Query) {
      const [sessionId = ""] = [session ?? []].flat();
      yield* limits.byToken(sessionId);
      const frame = Option.getOrUndefined(yield* sessions.frame(sessionId));
      if (frame === undefined) return pages.gone("unknown");
      const { isOver, allowedOrigins, appearance, branding } = frame;
      if (isOver) return pages.gone("ended", { allowedOrigins, branding });
      const { title } = appearance;
      const known = { sessionId, allowedOrigins, branding };
      return pages.show({ ...known, ...(title === undefined ? {} : { title }) });
    });

    return handlers.handleAll({
      builder: ({ query }) =>
        page(
          { ...builder, gone: (kind, view) => builder.gone(kind, view?.allowedOrigins) },
          query.session,
        ),
      form: Effect.fnUntraced(function* ({ query }) {
        const language = yield* visitorLanguage;
        const pages: SessionPages = {
          show: (view) => form.show(view, language),
          gone: (kind, view) => form.gone(kind, language, view),
        };
        return yield* page(pages, query.session);
      }),
      send: Effect.fnUntraced(function* ({ query }) {
        const language = yield* visitorLanguage;
        const pages: SessionPages = {
          show: (view) => send.show(view, language),
          gone: (kind, view) => send.gone(kind, language, view),
        };
        return yield* page(pages, query.session);
      }),
      script: () => Effect.succeed(script),
    });
  }),
);

/** The pages of sessions in one language. */
interface SessionPages {
  readonly show: (view: FramedView) => HttpServerResponse.HttpServerResponse;
  readonly gone: (
    kind: "unknown" | "ended",
    view?: GoneView,
  ) => HttpServerResponse.HttpServerResponse;
}

/** What is known of a session, whose page may be framed. */
type FramedView = EmbedPageView & Required<Pick<EmbedPageView, "allowedOrigins">>;

type Query = string | ReadonlyArray<string> | undefined;

/** The script for the integrators' pages. */
const SCRIPT = fileURLToPath(new URL("../embed.js", import.meta.url));

const PUBLIC_HEADERS = {
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "cache-control": "public, max-age=300",
};
