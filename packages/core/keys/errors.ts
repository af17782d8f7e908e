import { Schema } from "effect";

import { UNKNOWN_KEY } from "./refused_key.ts";

/** The key is missing, malformed, revoked, of another kind or of another deployment (401). */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()(
  "unauthorized",
  { message: Schema.String },
  {
    description:
      "The key is missing, malformed, revoked, of another kind or of another environment. Check the key.",
  },
) {
  static readonly badKey = new Unauthorized({ message: UNKNOWN_KEY });
}

/** The project of the key was deleted (403 where that is reported). */
export class Forbidden extends Schema.TaggedError<Forbidden>()(
  "forbidden",
  { message: Schema.String },
  {
    description:
      "The project of the key was deleted, or a browser sent the request from another site.",
  },
) {
  static readonly projectDeleted = new Forbidden({
    message: "The project of this API key no longer exists",
  });
}

/** The key or session token is not valid, or embedding is not enabled for its project (401 on embed routes). */
export class InvalidCredentials extends Schema.TaggedError<InvalidCredentials>()(
  "invalid_credentials",
  { message: Schema.String },
  {
    description:
      "The key or session token is not valid, or embedding is not enabled for its project. Check the key or create a session.",
  },
) {
  static readonly badKey = new InvalidCredentials({ message: UNKNOWN_KEY });
  static readonly notEnabled = new InvalidCredentials({
    message: "Embedding is not enabled for the project of this key",
  });
  static readonly badSession = new InvalidCredentials({
    message: "The session token is not valid, its session is over, or this page may not use it",
  });
}

/** No bearer header was sent (401 on embed routes). */
export class MissingAuthorization extends Schema.TaggedError<MissingAuthorization>()(
  "missing_authorization",
  { message: Schema.String },
  { description: "The request has no `Authorization` header. Send `Bearer` and a key or token." },
) {}
