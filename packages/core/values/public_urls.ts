import { Context } from "effect";

/** The addresses under which this deployment is reached, without a trailing slash. */
export class PublicUrls extends Context.Service<
  PublicUrls,
  {
    /** `{base_url}`: where the API and downloads live. */
    readonly base: string;
    /** `{share_base}`: where share pages live. */
    readonly share: string;
    /** `{embed_url}`: where the pages that partners embed live. */
    readonly embed: string;
  }
>()("@paraph/core/values/PublicUrls") {}
