import { createPrivateKey, sign } from "node:crypto";

/** A certificate of tests in place of the one of Amazon SNS. */
export const SNS_CERTIFICATE = `
-----BEGIN CERTIFICATE-----
MIIDGzCCAgOgAwIBAgIUG/mxCrR2opx8/eS1OHpPS4G/BYIwDQYJKoZIhvcNAQEL
BQAwHDEaMBgGA1UEAwwRc25zLmFtYXpvbmF3cy5jb20wIBcNMjYxMTI4MTcyNTAz
WhgPMjEyNjExMDQxNzI1MDNaMBwxGjAYBgNVBAMMEXNucy5hbWF6b25hd3MuY29t
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEApO2AGquwUtAHgj3JmKrh
mCaknYWDbREd37YThtgbavZWd0XbDaPluNH89Mw15E6U/bdb0PIdLU4VVgrgXyDl
8p6UuHvjRpJWcMaxjj0bc4iAs4BedDDGsYusA2ybfYVcuWcph50cSYI5XiU1ueDr
FrtA+w2fMA9E1R+KV7+vpLasRi/r9HdptlIKejUkARslWfaV+J+UEpSF72SeNmUt
h8lj4d8k+TDyu2oa9b2JyzxfXGMBGDSrOmh4MIALz6r/OULMeK6j31dUuCP2NIC6
qWKtwAVgsb151Z9FLYmZtGfvMdDknmO+b75S4A9054SCEmn2gsOr1mXvoJBQ4fGB
HQIDAQABo1MwUTAdBgNVHQ4EFgQUDNCwFKyoZz/toI8SvL3d6nHCXnswHwYDVR0j
BBgwFoAUDNCwFKyoZz/toI8SvL3d6nHCXnswDwYDVR0TAQH/BAUwAwEB/zANBgkq
hkiG9w0BAQsFAAOCAQEAk/raXdn0Zv0kLyomk9FUIhkuRISrTz3INftrxjiSNfqo
Kl0ISpUC6rHuTTTMC47g8sNmZ+AyR62Td7cDFKjn41gBcACbLO907DlS0FsDA54F
fnLO2VqHH7BxpWZNazNKD9A2tDWARGFLdxByf3qdUufbZEwOyyoUvOSTStxrVcsQ
JoNHxhBiBJjchSmE3jdbaSGpnL4erqNZU7lGKxO94yOhqB1Nu/XQeL/YogUB3+cg
pRM6uErxM4y4P4p68WrDKefoYBbNssj8LjsS94Y4AzoZ8LVEg2FJlyfYjHBTKItp
mioLRNqw5UGpOK036KhPs0Vzo03OZYBsegdZNHViqg==
-----END CERTIFICATE-----
`;

/** Its key. It protects nothing. */
const KEY = createPrivateKey(`
-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCk7YAaq7BS0AeC
PcmYquGYJqSdhYNtER3fthOG2Btq9lZ3RdsNo+W40fz0zDXkTpT9t1vQ8h0tThVW
CuBfIOXynpS4e+NGklZwxrGOPRtziICzgF50MMaxi6wDbJt9hVy5ZymHnRxJgjle
JTW54OsWu0D7DZ8wD0TVH4pXv6+ktqxGL+v0d2m2Ugp6NSQBGyVZ9pX4n5QSlIXv
ZJ42ZS2HyWPh3yT5MPK7ahr1vYnLPF9cYwEYNKs6aHgwgAvPqv85Qsx4rqPfV1S4
I/Y0gLqpYq3ABWCxvXnVn0UtiZm0Z+8x0OSeY75vvlLgD3TnhIISafaCw6vWZe+g
kFDh8YEdAgMBAAECggEACio+MUagLzZ1pAQZYwCzN0y4bCIAu+3oZLOk5/R1WiYV
JbRHQEO4AqhkmhTlBG2IdsvAi7QEctijbYJtmkddjNLT0TwHgb++tqQ0aNMg2EHT
Rtz0VV51PJeicjKVMcsQsDeowlw/VFODpCcQdOSlMKk5Y8/O3iguwqD3RpnAolrr
fV2n6ZluwSFaJe1I37V0Xia5A90+mKsOlAkt1KJMa42+AYHeQyb+jIppq8Ap7kdC
RUhb7Dzw9lJDc9Z1wyVE/sd+7euB93KnHWRe9P6aYfiL9Qzt/YdQj1j5ohl1UjRH
NTMKnHLtc+MMsPXF6jsNVWzqxQjs1fHWyf596tZNOQKBgQDgaG4m7QWcX9Aq8U2n
nrbCpIKsWHAENAzg+qLR93nONWTKM8t5ApHSFJiRPqCTFj4e6UZ9FmvgW8ydDohB
Rzoa0Stx6t21Q9mLqEgdD/vsTkTAK+CJz69Q0v5JSkMwoWZpEGb7qVUMfL3s3iGE
s+EggH7R1d3BdbJzJtT1/z52ZQKBgQC8JW2mNg2YQTirb6b+1S5FjFSb7zvH1nB+
6FGQTUxOREPkuD282jIzE5wEgAAhidYlapAewRmKEI1jb81CEr7u9LpROhTxpwC0
aed0uoPc+cnYf9KSb/SU3piehvF1Bsyj95mdMHjP6DollUUbYLfM9zJaHzxW+/+C
YVhdMZ94WQKBgG2HKvQ+zXVEYoMDIabFVWhtCQZ7Z7j1eq+4RQ38HuxhrR7v5sja
UzfZK5oAmjkQKyPFMc1NyztHMvgZJrHNxPNf0jeYrbuSMTTz3raonYn5rZ6qC77X
qjbltI0q/N5YeHahNdJxFHyyybQ5utxdO200qjFalBCflIiVlG24tdDtAoGAda5z
hyMIHdOtvo13xq1Q4++CfIaGvdhDRR3K5pdywwGv9b/H3fgcrhX14Fqvukqcx4p/
2rytXM49oZSsrkdLZettHqFVuFDc//u96iU/lVgoCGLrMu0T7onMrFt7a9d06JpW
WxuWdXSr6hYTw6wbSvjTZctj0oSMrOB2hNQlCwECgYEAulTzDWzxiINEZmDA0SAm
hqQdUWhH302xFaQX5zkpMRd18sRwO0MqtjHNWhTLKfec7SMuJbDYv2I/kAfh2m/L
sWczb2dq81fbxBdWt42dZtEOF658LKU7TEAq9J55J5KEz5gX6PEoUW58GroCBvN4
AJP9mZ7nE6m5c5mQv7FYaXM=
-----END PRIVATE KEY-----
`);

/** Where the message says that its certificate is. */
export const SNS_CERTIFICATE_URL =
  "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem";

/** The signed fields of each type, in order (Amazon SNS, "Verifying the signatures of messages"). */
const SIGNED_FIELDS = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: [
    "Message",
    "MessageId",
    "SubscribeURL",
    "Timestamp",
    "Token",
    "TopicArn",
    "Type",
  ],
} as const;

/** Signs a message as Amazon SNS does. */
export function signedSns(
  fields: Readonly<Record<string, string>>,
  version: "1" | "2" = "2",
): Readonly<Record<string, string>> {
  const message = { Type: "Notification", ...fields };
  const names =
    message.Type === "Notification"
      ? SIGNED_FIELDS.Notification
      : SIGNED_FIELDS.SubscriptionConfirmation;
  const values: Readonly<Record<string, string | undefined>> = message;
  const text = names
    .filter((name) => values[name] !== undefined)
    .map((name) => `${name}\n${values[name]}\n`)
    .join("");
  const algorithm = version === "1" ? "RSA-SHA1" : "RSA-SHA256";
  return {
    ...message,
    SignatureVersion: version,
    Signature: sign(algorithm, Buffer.from(text), KEY).toString("base64"),
    SigningCertURL: SNS_CERTIFICATE_URL,
  };
}
