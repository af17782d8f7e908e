import { Effect } from "effect";
import { Mac } from "effect/crypto";
import { Hex } from "effect/encoding";

import { parseHttpUrl, type Call, jsonOf, type Post } from "../_call.ts";
import type { ResponseJson, Body } from "../_contract.ts";
import type { Failure } from "../failure.ts";
import type { CallOptions, KeyedOptions } from "../options.ts";

/** Options of data for an inbound webhook. */
export interface HookOptions extends KeyedOptions {
  /** Signs the data with the secret from the creation of the inbound webhook. */
  readonly secret?: string | undefined;
}

type ReceiveEffect = Effect.Effect<
  ResponseJson<"inbound", "receive">,
  Failure<"inbound", "receive">
>;

/** The inbound webhooks of templates, with a project key. Sending data needs no key. */
export const hooks = (
  call: Call,
  post: Post,
  { mac, base }: { readonly mac: Mac.Mac["Service"]; readonly base: string },
) => ({
  /**
   * Creates or replaces the token and secret of a template's inbound webhook. The secret is
   * returned only once.
   */
  mint: (slug: string, options?: KeyedOptions) =>
    call("hooks", "mint", { path: { slug }, options }),

  /** The inbound webhook of a template. */
  get: (slug: string, options?: CallOptions) => call("hooks", "get", { path: { slug }, options }),

  /** Sets whether unsigned data is rejected. */
  update: (slug: string, change: Body<"hooks", "update">, options?: CallOptions) =>
    call("hooks", "update", { path: { slug }, body: change, options }),

  /** Deletes the inbound webhook of a template. */
  remove: (slug: string, options?: CallOptions) =>
    call("hooks", "remove", { path: { slug }, options }),

  /**
   * Renders a template with data, as other systems do: by the URL or the token of its inbound
   * webhook. The key of the client is not sent.
   */
  send: (
    target: string,
    data: Body<"inbound", "receive">,
    { secret, ...options }: HookOptions = {},
  ): ReceiveEffect => {
    const effect = Effect.gen(function* () {
      const text = yield* jsonOf(data);
      const url = /^https?:\/\//i.test(target)
        ? yield* parseHttpUrl(target, "target")
        : `${base}/v1/hooks/${encodeURIComponent(target)}`;
      const headers =
        secret === undefined ? {} : { "x-service-signature": yield* signature(mac, secret, text) };
      return yield* post(url, text, { ...options, headers });
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract declares this type
    return effect as ReceiveEffect;
  },
});

/** HMAC-SHA256 of a text in hex. */
const signature = Effect.fnUntraced(function* (
  mac: Mac.Mac["Service"],
  secret: string,
  text: string,
) {
  const encoder = new TextEncoder();
  const key = yield* Mac.key(Mac.hmacSha256, encoder.encode(secret));
  return Hex.encode(yield* mac.sign(key, encoder.encode(text)));
}, Effect.orDie);

/** The client's calls for inbound webhooks. */
export interface HookCalls extends ReturnType<typeof hooks> {}
