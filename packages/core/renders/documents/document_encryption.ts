import { Schema } from "effect";

/** The longest password of a PDF, in bytes of UTF-8. */
const MAX_PASSWORD_BYTES = 127;

/** The form of a password in which readers compare its characters (SASLprep, for the characters permitted here). */
export function normalizedPassword(password: string): string {
  return password.normalize("NFKC");
}

/** What SASLprep prohibits or removes, and readers without SASLprep keep; U+FFFD comes of a wrong encoding. */
const UNTYPEABLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u1680\uFFFC\uFFFD]/u;

const Password = Schema.String.check(
  Schema.makeFilter((password) => {
    const normalized = normalizedPassword(password);
    const { length } = new TextEncoder().encode(normalized);
    if (length < 1 || length > MAX_PASSWORD_BYTES)
      return `Expected a password of 1 to ${MAX_PASSWORD_BYTES} bytes`;
    return (
      !UNTYPEABLE.test(normalized) || "Expected a password without control and invisible characters"
    );
  }),
);

const permission = (description: string) =>
  Schema.optionalKey(Schema.Boolean).annotateKey({
    description: `${description} Default \`true\`.`,
  });

/** What readers of an encrypted document may do. */
export const DocumentPermissions = Schema.Struct({
  print: permission("Whether the document may be printed."),
  copy: permission("Whether text and images may be copied. Screen readers always may read them."),
  modify: permission("Whether the content may be changed, and pages be added or removed."),
  annotate: permission("Whether comments may be added."),
  fillForms: permission("Whether form fields may be filled in."),
}).annotate({
  identifier: "DocumentPermissions",
  description: "What readers of an encrypted document may do.",
});
export type DocumentPermissions = typeof DocumentPermissions.Type;

/** How a document is encrypted: with AES-256, as PDF 2.0 defines it. */
export const EncryptOptions = Schema.Struct({
  userPassword: Schema.optionalKey(Password).annotateKey({
    description:
      "The password that opens the document: 1 to 127 bytes of UTF-8, without control or invisible characters. Without it, everyone can open the document, with `permissions`.",
  }),
  ownerPassword: Schema.optionalKey(Password).annotateKey({
    description:
      "The password that opens the document without restrictions. Without it, no password lifts them.",
  }),
  permissions: Schema.optionalKey(DocumentPermissions).annotateKey({
    description: "What readers may do without the owner password.",
  }),
})
  .annotate({
    identifier: "EncryptOptions",
    description:
      "Encrypts the document with AES-256. The passwords are not stored: give them to the readers yourself.",
  })
  .check(
    Schema.makeFilter(({ userPassword, ownerPassword, permissions }) => {
      if (userPassword === undefined && ownerPassword === undefined && permissions === undefined)
        return "Expected userPassword, ownerPassword or permissions";
      return (
        userPassword === undefined ||
        ownerPassword === undefined ||
        normalizedPassword(userPassword) !== normalizedPassword(ownerPassword) ||
        "Expected different passwords: the owner password lifts the restrictions"
      );
    }),
  );
export type EncryptOptions = typeof EncryptOptions.Type;

/** What opens an encrypted document: a password, or every reader, which applies the permissions. */
export const EncryptionKind = Schema.Literals(["password", "permissions"]);
export type EncryptionKind = typeof EncryptionKind.Type;

/** What opens a document that is encrypted like this. */
export function encryptionKind({ userPassword }: EncryptOptions): EncryptionKind {
  return userPassword === undefined ? "permissions" : "password";
}

/** The parts of an encrypted document that depend on its passwords, in base64. They do not contain the passwords. */
export interface DocumentEncryption {
  /** The key of the content. */
  readonly fileKey: string;
  readonly user: string;
  readonly userKey: string;
  readonly owner: string;
  readonly ownerKey: string;
  readonly permissions: string;
  /** The permissions as the flags of ISO 32000-2. */
  readonly flags: number;
}
