/** The header with the id of an email. Email services may replace its `Message-ID`, but pass this one on. */
export const ID_HEADER = "X-Paraph-Id";

/** The name of the id in the metadata of email services. */
export const METADATA_NAME = "paraph-email";

/** The headers by which an email service returns the id in its reports, by the domain of its SMTP servers. */
const SERVICE_HEADERS: Readonly<Record<string, (id: string) => Readonly<Record<string, string>>>> =
  {
    "amazonaws.com": (id) => ({ "X-SES-MESSAGE-TAGS": `${METADATA_NAME}=${id}` }),
    "postmarkapp.com": (id) => ({ [`X-PM-Metadata-${METADATA_NAME}`]: id, "X-PM-KeepID": "true" }),
    "sendgrid.net": (id) => ({
      "X-SMTPAPI": JSON.stringify({ unique_args: { [METADATA_NAME]: id } }),
    }),
    "mailgun.org": (id) => ({ "X-Mailgun-Variables": JSON.stringify({ [METADATA_NAME]: id }) }),
  };

/** The headers that identify an email in reports of a mail server. */
export function identifyingHeaders(
  id: string,
  host: string | undefined,
): Readonly<Record<string, string>> {
  const service = Object.keys(SERVICE_HEADERS).find(
    (domain) => host === domain || host?.endsWith(`.${domain}`),
  );
  const more = service === undefined ? {} : SERVICE_HEADERS[service]?.(id);
  return { [ID_HEADER]: id, ...more };
}
