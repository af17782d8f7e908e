import { Effect } from "effect";
import { Mac } from "effect/crypto";
import { Hex } from "effect/encoding";

import { addressOf, type Call, jsonOf, type Post } from "../_call.ts";
import type { Answer, Body } from "../_contract.ts";
import type { Failure } from "../failure.ts";
import type { CallOptions, KeyedOptions } from "../options.ts";

/** What may be said about sending data to a hook. */
export interface HookOptions extends KeyedOptions {
  /** Signs the data: the secret from the creation of the webhook. */
  readonly secret?: string | undefined;
}

type Sent = Effect.Effect<Answer<"inbound", "receive">, Failure<"inbound", "receive">>;

/** The inbound hooks of templates, with a project key; sending needs none. */
export const hooks = (
  call: Call,
  post: Post,
  { mac, base }: { readonly mac: Mac.Mac["Service"]; readonly base: string },
) => ({
  /** Mints the token and the secret of a template's hook, or new ones; the secret is shown once. */
  mint: (slug: string, options?: KeyedOptions) =>
    call("hooks", "mint", { path: { slug }, options }),

  /** The hook of a template. */
  get: (slug: string, options?: CallOptions) => call("hooks", "get", { path: { slug }, options }),

  /** Decides whether unsigned data is refused. */
  update: (slug: string, change: Body<"hooks", "update">, options?: CallOptions) =>
    call("hooks", "update", { path: { slug }, body: change, options }),

  /** Removes the hook of a template. */
  remove: (slug: string, options?: CallOptions) =>
    call("hooks", "remove", { path: { slug }, options }),

  /**
   * Renders a template with data as other systems do: by the address of its hook, or its token. The key
   * of the client is not sent along.
   */
  send: (
    target: string,
    data: Body<"inbound", "receive">,
    { secret, ...options }: HookOptions = {},
  ): Sent => {
    const sent = Effect.gen(function* () {
      const text = yield* jsonOf(data);
      const url = /^https?:\/\//i.test(target)
        ? yield* addressOf(target, "target")
        : `${base}/v1/hooks/${encodeURIComponent(target)}`;
      const headers =
        secret === undefined ? {} : { "x-service-signature": yield* signature(mac, secret, text) };
      return yield* post(url, text, { ...options, headers });
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the contract says of this route
    return sent as Sent;
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

/** What the client does with hooks. */
export interface HookCalls extends ReturnType<typeof hooks> {}
