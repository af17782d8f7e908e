import { Effect } from "effect";
import { Command } from "effect/cli";

import { described } from "../described.ts";
import { idempotencyKey } from "../idempotency_key.ts";
import { json } from "../print.ts";
import { force, templatePath, templateSlug } from "./template_source.ts";

/** `paraph template push`: publishes a template that is kept in a folder. */
export const templatePush = Command.make(
  "push",
  {
    path: templatePath,
    slug: templateSlug,
    force: force("Publish a new version even if nothing changed"),
    idempotencyKey,
    json,
  },
  Effect.fnUntraced(function* (target) {
    const program = yield* Effect.promise(() => import("../_programs/template_publishing.ts"));
    yield* program.push(target);
  }),
).pipe(described("Publish a template's folder", "project"));
