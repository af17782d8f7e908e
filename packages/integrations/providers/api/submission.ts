import {
  type Addressee,
  ProviderOutcomeUnknown,
  SignatureCreditsExhausted,
  SignatureProviderError,
} from "@paraph/core/signatures";
import { Effect } from "effect";

import { type ApiResponse, isSuccess } from "./api_response.ts";
import type { CallFailed, ProviderApi } from "./provider_api.ts";

/** Why an envelope was not sent, or may not have been. */
export type SubmissionFailure =
  | SignatureCreditsExhausted
  | SignatureProviderError
  | ProviderOutcomeUnknown;

/** Fails unless the provider accepted a call that sends an envelope, as far as its response shows. */
export function checkAccepted(
  api: ProviderApi,
  response: ApiResponse,
  isExhausted: boolean,
): Effect.Effect<void, SubmissionFailure> {
  const { status } = response;
  if (isSuccess(response)) return Effect.void;
  if (isExhausted) return Effect.fail(SignatureCreditsExhausted.now);
  const message = api.explain(response);
  // A 500 response ends the call. Proxies may send other 5xx responses while the server is still
  // working.
  if (status >= 500 || status === 408)
    return Effect.fail(outcomeUnknown(message, { isFinal: status === 500 }));
  return Effect.fail(SignatureProviderError.of(message));
}

/** The failure of a call that sends an envelope: the provider may have received it, or has not. */
export function submissionFailure(
  failure: CallFailed,
): SignatureProviderError | ProviderOutcomeUnknown {
  return failure.mayHaveArrived
    ? outcomeUnknown(failure.message, { isFinal: false })
    : providerError(failure);
}

export function providerError({ message }: { readonly message: string }): SignatureProviderError {
  return SignatureProviderError.of(message);
}

/** @param isFinal Whether the provider has ended the call, so that a lookup shows the outcome. */
export function outcomeUnknown(
  message: string,
  { isFinal }: { readonly isFinal: boolean },
): ProviderOutcomeUnknown {
  return new ProviderOutcomeUnknown({ message, isFinal });
}

/** A recipient as a provider returns it. */
interface ProviderRecipient {
  readonly id: string | number;
  readonly email: string;
  readonly order?: number | null | undefined;
}

/** The provider's ids of the recipients, in their order; undefined if one is missing. */
export function matchRecipients(
  recipients: ReadonlyArray<Addressee>,
  candidates: ReadonlyArray<ProviderRecipient>,
): ReadonlyArray<string> | undefined {
  const ids = recipients.flatMap(({ email, order }) => {
    const sameEmail = candidates.filter(
      (candidate) => candidate.email.toLowerCase() === email.toLowerCase(),
    );
    const match = sameEmail.find((candidate) => candidate.order === order) ?? sameEmail[0];
    return match === undefined ? [] : [String(match.id)];
  });
  return new Set(ids).size === recipients.length ? ids : undefined;
}
