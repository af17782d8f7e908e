import { Effect, Layer } from "effect";

import { MailAudit, type MailSubject } from "../mail/mod.ts";
import { NO_VISITOR, type Visitor } from "../values/mod.ts";
import { Engagement } from "./engagement.ts";
import type { ActorKind, EngagementType } from "./engagement_event.ts";

/** Records of mails that carry a share that they were sent and opened. */
export const mailAuditEngagement: Layer.Layer<MailAudit, never, Engagement> = Layer.effect(
  MailAudit,
  Effect.map(Engagement, ({ record }) => {
    const note = (
      { projectId, renderId, shareId }: MailSubject,
      what: { readonly eventType: EngagementType; readonly actorKind: ActorKind },
      visitor: Visitor,
    ) =>
      shareId === null
        ? Effect.void
        : record({ projectId, renderId, shareId, ...what, metadata: null, ...visitor });

    return MailAudit.of({
      lock: () => Effect.void,
      sent: (mail) => note(mail, { eventType: "email_sent", actorKind: "system" }, NO_VISITOR),
      failed: () => Effect.void,
      opened: (mail, visitor) =>
        note(mail, { eventType: "email_opened", actorKind: "recipient" }, visitor),
    });
  }),
);
