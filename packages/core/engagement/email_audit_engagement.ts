import { Effect, Layer } from "effect";

import { EmailAudit, type EmailSubject } from "../emails/mod.ts";
import { NO_VISITOR, type Visitor } from "../values/mod.ts";
import { Engagement } from "./engagement.ts";
import type { ActorKind, EngagementType } from "./engagement_event.ts";

/** Records the sending and opening of emails with a share as engagement events. */
export const emailAuditEngagement: Layer.Layer<EmailAudit, never, Engagement> = Layer.effect(
  EmailAudit,
  Effect.map(Engagement, ({ record }) => {
    const recordEmail = (
      { projectId, renderId, shareId }: EmailSubject,
      what: { readonly eventType: EngagementType; readonly actorKind: ActorKind },
      visitor: Visitor,
    ) =>
      projectId === null || renderId === null || shareId === null
        ? Effect.void
        : record({ projectId, renderId, shareId, ...what, metadata: null, ...visitor });

    return EmailAudit.of({
      lock: () => Effect.void,
      recordSent: (email) =>
        recordEmail(email, { eventType: "email_sent", actorKind: "system" }, NO_VISITOR),
      recordFailed: () => Effect.void,
      recordComplained: () => Effect.void,
      recordOpened: (email, visitor) =>
        recordEmail(email, { eventType: "email_opened", actorKind: "recipient" }, visitor),
    });
  }),
);
