import { Context } from "effect";

/** The addresses under which this deployment is reached, without a trailing slash. */
export class PublicUrls extends Context.Service<
  PublicUrls,
  {
    /** `{base_url}`: where the API and downloads live. */
    readonly base: string;
    /** `{share_base}`: where share pages live. */
    readonly share: string;
  }
>()("@paraph/core/values/PublicUrls") {}
