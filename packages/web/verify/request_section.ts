import type { VerifiedPerson, VerifiedRequest } from "@paraph/core/builtin_provider";
import type { Language } from "@paraph/core/values";

import { html, type Html, interpolate } from "../kit/mod.ts";
import { factList, momentOf } from "./fact_list.ts";
import type { VerifyTexts } from "./texts/en.ts";

/** The facts of a request, as on its certificate, without addresses of its recipients. */
export function requestSection(
  request: VerifiedRequest,
  texts: VerifyTexts,
  language: Language,
): Html {
  const { request: labels, outcomes } = texts;
  const { requestId, sender, createdAt, outcome, endedAt } = request;
  const { originalSha256, sealedSha256 } = request;
  const sealed = { label: labels.sealed, value: sealedSha256 ?? "", isCode: true };
  return html`${factList([
      { label: labels.sender, value: sender },
      { label: labels.sent, value: momentOf(createdAt, language) },
      { label: outcomes[outcome].ended, value: momentOf(endedAt, language) },
      ...(sealedSha256 === null ? [] : [sealed]),
      { label: labels.original, value: originalSha256, isCode: true },
      { label: labels.id, value: requestId, isCode: true },
    ])}
    <h2>${labels.people}</h2>
    <ul class="people">
      ${request.people.map((person) => personItem(person, labels, language))}
    </ul>`;
}

function personItem(
  person: VerifiedPerson,
  texts: VerifyTexts["request"],
  language: Language,
): Html {
  const { name, designation } = person;
  const action = actionOf(person, texts, language);
  return html`<li>
    <bdi>${name}</bdi>
    <span>${texts.roles[designation]}${action === "" ? "" : html` · ${action}`}</span>
  </li>`;
}

function actionOf(
  { designation, finishedAt, declinedAt }: VerifiedPerson,
  texts: VerifyTexts["request"],
  language: Language,
): Html | string {
  if (designation === "CC") return "";
  if (declinedAt !== null)
    return interpolate(texts.declined, { time: momentOf(declinedAt, language) });
  if (finishedAt === null) return texts.open;
  const text = designation === "Approver" ? texts.approved : texts.signed;
  return interpolate(text, { time: momentOf(finishedAt, language) });
}
