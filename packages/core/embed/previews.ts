import { Context, type Effect } from "effect";

import type { InvalidInputData, InvalidLoopKey } from "../manifests/mod.ts";
import type { DrawnPdf, QueueUnavailable } from "../renders/mod.ts";
import type { InvalidRequest } from "../values/mod.ts";
import type { BuilderCaller } from "./builder_caller.ts";
import type { PreviewLayout } from "./builder_template.ts";
import type { PermissionDenied } from "./errors.ts";
import type { OpenForm } from "./forms.ts";

/** Draws documents to look at, as renders would be drawn; nothing of them is kept. */
export class Previews extends Context.Service<
  Previews,
  {
    /** Fails before anything is read when the caller may not look. */
    readonly layout: (
      caller: BuilderCaller,
      wanted: PreviewLayout,
    ) => Effect.Effect<
      DrawnPdf,
      PermissionDenied | InvalidRequest | InvalidLoopKey | InvalidInputData | QueueUnavailable
    >;
    readonly form: (
      form: OpenForm,
      data: Readonly<Record<string, unknown>>,
    ) => Effect.Effect<DrawnPdf, InvalidInputData | QueueUnavailable>;
  }
>()("@paraph/core/embed/Previews") {}
