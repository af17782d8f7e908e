import type { Render } from "@paraph/core/renders";
import type { SignatureRequest } from "@paraph/core/signatures";
import type { InvalidRequest } from "@paraph/core/values";
import { Data } from "effect";

import type { EndpointName, GroupName, Refusal } from "./_contract.ts";

/** The response of a failure. */
export interface FailureContext {
  /** The stable code, which is also the `_tag`. */
  readonly code: string;
  /** The HTTP status; undefined if nothing was sent or received. */
  readonly status: number | undefined;
  /** The id of the request in the server's log. */
  readonly requestId: string | undefined;
}

/**
 * The server did not respond: it was unreachable, the connection closed, or the request timed out.
 */
export class ServerUnreachable extends Data.TaggedError("server_unreachable")<{
  readonly message: string;
  readonly requestId: string;
  readonly cause: unknown;
}> {
  readonly code = "server_unreachable";
  readonly status = undefined;
}

/** A response outside of the contract: from a proxy or a newer server. */
export class UnexpectedResponse extends Data.TaggedError("unexpected_answer")<{
  readonly message: string;
  readonly status: number;
  readonly requestId: string | undefined;
  /** The code in the response, if it has one. */
  readonly answeredCode: string | undefined;
}> {
  readonly code = "unexpected_answer";
}

/** A render failed while waiting for it. */
export class RenderFailed extends Data.TaggedError("render_failed")<{
  readonly message: string;
  /** The failed render. */
  readonly render: typeof Render.Encoded;
  /** The error code of the render. */
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}> {
  readonly code = "render_failed";
}

/** A signature request ended without completion while waiting for it. */
export class SignatureEnded extends Data.TaggedError("signature_ended")<{
  readonly message: string;
  /** The ended request: `declined`, `expired`, `cancelled` or `failed`. */
  readonly signature: typeof SignatureRequest.Encoded;
}> {
  readonly code = "signature_ended";
}

/** The wait timed out. The operation continues, and you can wait again. */
export class WaitTimedOut extends Data.TaggedError("wait_timed_out")<{ readonly message: string }> {
  readonly code = "wait_timed_out";
}

/** The failures of all calls, apart from those of their endpoints. */
export type CallFailure =
  | ServerUnreachable
  | UnexpectedResponse
  | (InvalidRequest & FailureContext);

/** The failures of a call; `_tag` is the stable code. */
export type Failure<G extends GroupName, E extends EndpointName<G>> =
  | (Refusal<G, E> & FailureContext)
  | CallFailure;
