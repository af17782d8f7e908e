import type { ProjectId } from "@paraph/core/values";
import { Context } from "effect";

/** The project whose key a request carries. */
export class CurrentProject extends Context.Service<CurrentProject, ProjectId>()(
  "@paraph/http/CurrentProject",
) {}
