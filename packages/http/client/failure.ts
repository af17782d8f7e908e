import type { Render } from "@paraph/core/renders";
import type { SignatureRequest } from "@paraph/core/signatures";
import type { InvalidRequest } from "@paraph/core/values";
import { Data } from "effect";

import type { EndpointName, GroupName, Refusal } from "./_contract.ts";

/** The response of a failure. */
export interface Told {
  /** The stable code, which is the `_tag` too. */
  readonly code: string;
  /** The HTTP status, `undefined` when nothing was sent or nothing came back. */
  readonly status: number | undefined;
  /** The id under which the server's log has the call. */
  readonly requestId: string | undefined;
}

/** The server did not respond: it was unreachable, the connection broke, or it timed out. */
export class ServerUnreachable extends Data.TaggedError("server_unreachable")<{
  readonly message: string;
  readonly requestId: string;
  readonly cause: unknown;
}> {
  readonly code = "server_unreachable";
  readonly status = undefined;
}

/** A response outside of the contract: of a proxy, or of a newer server. */
export class UnexpectedAnswer extends Data.TaggedError("unexpected_answer")<{
  readonly message: string;
  readonly status: number;
  readonly requestId: string | undefined;
  /** The code in the response, if it has one. */
  readonly answeredCode: string | undefined;
}> {
  readonly code = "unexpected_answer";
}

/** A render that was waited for has failed. */
export class RenderFailed extends Data.TaggedError("render_failed")<{
  readonly message: string;
  /** The render as it ended. */
  readonly render: typeof Render.Encoded;
  /** Why: the render's own code. */
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}> {
  readonly code = "render_failed";
}

/** A signature request that was waited for has ended without being completed. */
export class SignatureEnded extends Data.TaggedError("signature_ended")<{
  readonly message: string;
  /** The request as it ended: `declined`, `expired`, `cancelled` or `failed`. */
  readonly signature: typeof SignatureRequest.Encoded;
}> {
  readonly code = "signature_ended";
}

/** The wait timed out. The operation continues; you can wait for it again. */
export class WaitTimedOut extends Data.TaggedError("wait_timed_out")<{ readonly message: string }> {
  readonly code = "wait_timed_out";
}

/** The failures of any call, apart from those of its endpoint. */
export type CallFailure = ServerUnreachable | UnexpectedAnswer | (InvalidRequest & Told);

/** What a call can fail with; `_tag` is the stable code. */
export type Failure<G extends GroupName, E extends EndpointName<G>> =
  | (Refusal<G, E> & Told)
  | CallFailure;
