import { PartnerSuspended } from "@paraph/core/admin";
import {
  CatalogNotFound,
  InsertFailed,
  MissingOrInvalidAuthorization,
  PermissionDenied,
  RefreshFailed,
  SessionNotFound,
  TemplateNotResolved,
  WrongMode,
} from "@paraph/core/embed";
import { InvalidSignature, InvalidToken } from "@paraph/core/inbound_webhooks";
import {
  Forbidden,
  InvalidCredentials,
  MissingAuthorization,
  Unauthorized,
} from "@paraph/core/keys";
import { InvalidInputData, InvalidLoopKey } from "@paraph/core/manifests";
import { QueueUnavailable } from "@paraph/core/renders";
import { EmailSendFailed, Gone } from "@paraph/core/shares";
import {
  DocumentTooLarge,
  SignatureCreditsExhausted,
  SignatureProviderError,
  SignaturesUnavailable,
  SmsSendFailed,
  UpstreamError,
} from "@paraph/core/signatures";
import {
  NoPublishedVersion,
  SlugConflict,
  TemplateNotFound,
  VersionConflict,
  VersionNotFound,
} from "@paraph/core/templates";
import { Conflict, InvalidRequest, type Issues, NotFound } from "@paraph/core/values";

import {
  InternalError,
  InvalidJson,
  NotReady,
  PayloadTooLarge,
  RateLimited,
} from "../_wire/errors/failures.ts";

const CLASSES = [
  CatalogNotFound,
  Conflict,
  DocumentTooLarge,
  EmailSendFailed,
  Forbidden,
  Gone,
  InsertFailed,
  InternalError,
  InvalidCredentials,
  InvalidInputData,
  InvalidJson,
  InvalidLoopKey,
  InvalidRequest,
  InvalidSignature,
  InvalidToken,
  MissingAuthorization,
  MissingOrInvalidAuthorization,
  NoPublishedVersion,
  NotFound,
  NotReady,
  PartnerSuspended,
  PayloadTooLarge,
  PermissionDenied,
  QueueUnavailable,
  RateLimited,
  RefreshFailed,
  SessionNotFound,
  SignatureCreditsExhausted,
  SignatureProviderError,
  SignaturesUnavailable,
  SlugConflict,
  SmsSendFailed,
  TemplateNotFound,
  TemplateNotResolved,
  Unauthorized,
  UpstreamError,
  VersionConflict,
  VersionNotFound,
  WrongMode,
] as const;

/** A failure of the contract. */
export type KnownFailure = InstanceType<(typeof CLASSES)[number]>;

/** Creates the failure of a code. Classes without issues ignore them. */
type FailureClass = new (props: {
  readonly message: string;
  readonly issues: Issues;
}) => KnownFailure;

const BY_CODE = new Map<string, FailureClass>(
  CLASSES.map((self) => [self.fields._tag.schema.literal, self]),
);

/** The failure of a code; undefined for an unknown code. */
export function knownFailure(
  code: string,
  details: { readonly message: string; readonly issues: Issues },
): KnownFailure | undefined {
  const failureClass = BY_CODE.get(code);
  return failureClass === undefined ? undefined : new failureClass(details);
}
