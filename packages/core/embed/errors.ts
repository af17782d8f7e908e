import { Schema } from "effect";

/** The request has neither a valid key nor a valid session token (401). */
export class MissingOrInvalidAuthorization extends Schema.TaggedError<MissingOrInvalidAuthorization>()(
  "missing_or_invalid_authorization",
  { message: Schema.String },
  {
    description:
      "The request has neither a valid project key with embed enabled nor a valid session token from an allowed origin.",
  },
) {}

/** The session does not have this permission (403). */
export class PermissionDenied extends Schema.TaggedError<PermissionDenied>()(
  "permission_denied",
  { message: Schema.String },
  {
    description:
      "The embed session lacks the permission for this request. Grant it when you create the session.",
  },
) {
  static of(right: string): PermissionDenied {
    return new PermissionDenied({ message: `This session lacks the permission "${right}"` });
  }
}

/** The renew token belongs to no session that this key can renew (401). */
export class RefreshFailed extends Schema.TaggedError<RefreshFailed>()(
  "refresh_failed",
  { message: Schema.String },
  {
    description:
      "The renew token is invalid or was already used, or its session has ended. Create a new session.",
  },
) {
  /** Without a reason, so that the holder of an invalid token learns nothing. */
  static readonly now = new RefreshFailed({
    message: "The renew token is not valid, or its session is over; create a new session",
  });
}

/** The row of a builder template could not be written (500). */
export class InsertFailed extends Schema.TaggedError<InsertFailed>()(
  "insert_failed",
  { message: Schema.String },
  { description: "The template could not be stored. Retry with the same `Idempotency-Key`." },
) {
  static readonly now = new InsertFailed({ message: "The template could not be stored; retry" });
}

/** The project has no catalog of that name and version (404). */
export class CatalogNotFound extends Schema.TaggedError<CatalogNotFound>()(
  "catalog_not_found",
  { message: Schema.String },
  {
    description:
      "The project has no catalog of this name and version. Create it, or change `catalogRef`.",
  },
) {
  static readonly now = new CatalogNotFound({
    message: "The project has no catalog of this name and version",
  });
}

/** The mode of the session does not allow the request (403). */
export class WrongMode extends Schema.TaggedError<WrongMode>()(
  "wrong_mode",
  { message: Schema.String },
  {
    description:
      "The mode of the session does not allow this request. Submit forms with the mode `fill`, preview them with `fill` or `view`, and send documents for signature with `send`.",
  },
) {
  static readonly notFill = new WrongMode({
    message: 'Only a session with the mode "fill" in its scope can fill in a form',
  });
  static readonly notSend = new WrongMode({
    message: 'Only a session with the mode "send" in its scope can send a document for signature',
  });
}

/** The session in the path is not the one of the token (404). */
export class SessionNotFound extends Schema.TaggedError<SessionNotFound>()(
  "session_not_found",
  { message: Schema.String },
  {
    description:
      "The session in the path is not the session of the token. Use the ID of the token's own session.",
  },
) {
  static readonly now = new SessionNotFound({ message: "No such session for this token" });
}

/** The template of the session was deleted, or has no published version (404). */
export class TemplateNotResolved extends Schema.TaggedError<TemplateNotResolved>()(
  "template_not_resolved",
  { message: Schema.String },
  {
    description:
      "The template of the session was deleted or has no published version. Publish it, or create a session for another template.",
  },
) {
  static readonly now = new TemplateNotResolved({
    message: "The template of this session was deleted or has no published version",
  });
}
