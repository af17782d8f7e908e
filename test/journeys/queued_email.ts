import { Admin } from "@paraph/core/admin";
import {
  type QueuedEmail,
  EmailJob,
  Emails,
  EmailStore,
  type EmailToQueue,
} from "@paraph/core/emails";
import { Engagement, emailAuditEngagement } from "@paraph/core/engagement";
import { Keys } from "@paraph/core/keys";
import { Projects } from "@paraph/core/projects";
import { RenderStore } from "@paraph/core/renders";
import { ShareStore, shareToken } from "@paraph/core/shares";
import { newSecret, newRow, ProjectId, PublicUrls, ShareId, Slug } from "@paraph/core/values";
import { emailQueueSql } from "@paraph/database";
import { createVersion, migratedStores, newRender } from "@paraph/database/testing";
import { Context, Effect, Layer, Option, Redacted, References } from "effect";
import { SqlClient } from "effect/sql";

import { mailerSmtp } from "../../packages/integrations/mailer.ts";
import { type MailServer, startMailServer } from "../support/mail_server.ts";

/** The mail server of the emails. */
export class Server extends Context.Service<Server, MailServer>()("@paraph/test/Server") {}

/** The base URL of the deployment that sends these emails. */
export const BASE = "https://paraph.test";

/** Emails on a database, sent to a {@linkcode Server} by their jobs; no worker runs. */
export const mailing = Layer.mergeAll(EmailJob.layer, Emails.layer, Admin.layer).pipe(
  Layer.provideMerge(emailAuditEngagement),
  Layer.provideMerge(Engagement.layer),
  Layer.provideMerge(Layer.merge(Projects.layer, Keys.layer("test"))),
  Layer.provide(
    Layer.unwrap(
      Effect.map(Server, ({ url }) =>
        mailerSmtp(Redacted.make(url), "Paraph <no-reply@paraph.test>"),
      ),
    ),
  ),
  Layer.provideMerge(emailQueueSql),
  Layer.provideMerge(Layer.effect(Server, startMailServer)),
  Layer.provide(Layer.succeed(PublicUrls, { base: BASE, share: BASE, embed: BASE })),
  Layer.provideMerge(migratedStores),
  // Warnings about retries and failures are expected here.
  Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Error")),
  Layer.orDie,
);

let orgCount = 0;

/** A project of a provisioned organisation. */
const createProject = (emailFrom?: string) =>
  Effect.gen(function* () {
    const externalOrgId = `org-${orgCount++}`;
    const sender = emailFrom === undefined ? {} : { emailFrom };
    const { projectId } = yield* (yield* Admin).provision({ externalOrgId, ...sender });
    return ProjectId.make(projectId);
  });

/** Queues an email with a share; returns it and its cause. */
export const queueEmail = Effect.fnUntraced(function* (
  email: string,
  more: Partial<EmailToQueue> & { readonly emailFrom?: string } = {},
) {
  const { emailFrom, ...rest } = more;
  const projectId = yield* createProject(emailFrom);
  const render = yield* newRender(projectId, yield* createVersion(projectId, Slug.make("letter")));
  yield* (yield* RenderStore).add([render]);
  const { id, createdAt } = yield* newRow;
  const shareId = ShareId.make(id);
  const share = {
    channel: "email",
    recipientEmail: email,
    message: null,
    expiresAt: null,
  } as const;
  const token = shareToken(yield* newSecret);
  yield* (yield* ShareStore).add([
    { id: shareId, renderId: render.id, shareToken: token, createdAt, ...share },
  ]);
  const cause = `test:${id}`;
  const queued: EmailToQueue = {
    cause,
    projectId,
    renderId: render.id,
    shareId,
    expiresAt: null,
    to: { email, name: "Ada Lovelace" },
    letter: {
      subject: "A document",
      greeting: "Hello,",
      opening: "Here it is.",
      quote: null,
      action: { label: "Open", url: `${BASE}/share/${token}` },
      notes: ["Take care."],
    },
    ...rest,
  };
  yield* (yield* Emails).queue(queued);
  const current = Effect.map(
    (yield* EmailStore).findByCause(cause),
    Option.getOrThrow<QueuedEmail>,
  );
  return { queued, cause, projectId, renderId: render.id, current, id: (yield* current).id };
});

/** The number of each event of an email's document. */
export const countsOf = Effect.fnUntraced(function* ({
  projectId,
  renderId,
}: {
  readonly projectId: ProjectId;
  readonly renderId: string;
}) {
  return (yield* (yield* Engagement).summary(projectId, renderId)).counts;
});

/** The documents' events as webhooks deliver them. */
export const eventTypesOf = (projectId: ProjectId) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient;
    const rows = yield* sql<{ type: string }>`
      SELECT type FROM events WHERE project_id = ${projectId} AND type LIKE 'document.%'`;
    return rows.map(({ type }) => type);
  });

/** The emails that a server received for a recipient. */
export const messagesTo = (server: MailServer, address: string) =>
  server.emails.filter((mail) => mail.to.includes(address));
