import { verificationUrl, type VerifiedDocument } from "@paraph/core/builtin_provider";
import { type Language, SignatureRequestId } from "@paraph/core/values";
import { Schema } from "effect";

import { html, type Html, interpolate } from "../kit/mod.ts";
import { type Fact, factList, momentOf } from "./fact_list.ts";
import type { VerifyTexts } from "./texts/en.ts";
import type { CheckResult, VerifyView } from "./verify_view.ts";

/** Where and how a result is shown. */
export interface ResultContext {
  readonly texts: VerifyTexts;
  readonly language: Language;
  /** The path of the server, without a slash at the end. */
  readonly root: string;
}

/** The heading and the facts of a checked file. */
export function resultSection(
  result: CheckResult,
  { request }: VerifyView,
  { texts, language, root }: ResultContext,
): Html {
  const { title, text } = texts.results[result.kind];
  const isValid = result.kind === "valid";
  const isOther = isValid && request !== undefined && matchOf(result, request) === "foreign";
  return html`${isValid && !isOther ? GOOD : BAD}
    <h1>${title}</h1>
    <p>${text}</p>
    ${
      isValid && request !== undefined
        ? html`<p class="match">${texts.matches[matchOf(result, request)]}</p>`
        : ""
    }
    ${isValid ? factsOf(result, request !== undefined, { texts, language, root }) : ""}`;
}

/** How a file belongs to a request. */
function matchOf(
  { sha256, requestId, audit }: VerifiedDocument,
  request: NonNullable<VerifyView["request"]>,
): keyof VerifyTexts["matches"] {
  if (sha256 === request.sealedSha256) return "document";
  return audit !== null && requestId === request.requestId ? "certificate" : "foreign";
}

const isRequestId = Schema.is(SignatureRequestId);

function factsOf(
  { sha256, signer, signedAt, timestamp, requestId, audit }: VerifiedDocument,
  isOfRequest: boolean,
  { texts: { facts: texts }, language, root }: ResultContext,
): Html {
  const facts: ReadonlyArray<Fact | undefined> = [
    { label: texts.signer, value: signer.subject },
    signedAt === null ? undefined : { label: texts.at, value: momentOf(signedAt, language) },
    timestamp === null
      ? undefined
      : {
          label: texts.timestamp,
          value: interpolate(texts.timestampBy, {
            time: momentOf(timestamp.at, language),
            authority: html`<bdi>${timestamp.authority}</bdi>`,
          }),
        },
    { label: texts.sha256, value: sha256, isCode: true },
    { label: texts.fingerprint, value: signer.fingerprint, isCode: true },
    requestId === null ? undefined : { label: texts.request, value: requestId, isCode: true },
  ];
  const hasPage = !isOfRequest && audit !== null && requestId !== null && isRequestId(requestId);
  const link = hasPage
    ? html`<p><a href="${verificationUrl(root, requestId, audit.head)}">${texts.link}</a></p>`
    : "";
  return html`${factList(facts.filter((fact) => fact !== undefined))}${link}`;
}

/** A tick in a circle. */
export const GOOD = html`<svg class="emblem is-good" viewBox="0 0 48 48" aria-hidden="true">
  <circle cx="24" cy="24" r="20" />
  <path d="m15 25 6.5 6.5L34 18" />
</svg>`;

/** An exclamation mark in a circle. */
export const BAD = html`<svg class="emblem is-bad" viewBox="0 0 48 48" aria-hidden="true">
  <circle cx="24" cy="24" r="20" />
  <path d="M24 14v12M24 33v.5" />
</svg>`;
