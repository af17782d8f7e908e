/** The parts of the API's resources that the console shows. Timestamps are ISO 8601. */

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

export interface ProjectDetail extends Project {
  readonly language: string;
  readonly branding: {
    readonly name: string | null;
    readonly logo: string | null;
    readonly primaryColor: string | null;
    readonly replyTo: string | null;
    readonly footer: string | null;
  };
}

export interface Template {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string | null;
  readonly templateType: string;
  readonly currentVersionNumber: number | null;
  readonly published: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface Render {
  readonly id: string;
  readonly status: "queued" | "rendering" | "succeeded" | "failed";
  readonly filename: string | null;
  /** Null for an uploaded PDF, like the version. */
  readonly templateSlug: string | null;
  readonly versionNumber: number | null;
  readonly source: string;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly pageCount: number | null;
  readonly byteSize: number | null;
  readonly sha256: string | null;
  readonly encryption: "password" | "permissions" | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly durationMs: number | null;
  readonly downloadUrl: string | null;
}

export interface Page {
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

export interface RenderPage extends Page {
  readonly renders: ReadonlyArray<Render>;
}

export interface Signature {
  readonly id: string;
  readonly renderId: string;
  readonly name: string;
  readonly status: string;
  readonly recipients: ReadonlyArray<Recipient>;
  readonly signedDownloadUrl: string | null;
  readonly certificateUrl: string | null;
  readonly errorMessage: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly completedAt: string | null;
}

export interface Recipient {
  readonly id: string;
  readonly firstName: string;
  readonly lastName?: string | null;
  readonly email: string;
  readonly designation: string;
  /** Recipients with the same step sign at the same time. */
  readonly step: number;
  readonly status?: string;
  /** The last email to the recipient. */
  readonly delivery: { readonly status: string; readonly error?: string } | null;
  readonly signedAt?: string | null;
  readonly declinedAt?: string | null;
  /** The phone number is that of `sms_code`. */
  readonly authentication: { readonly phone?: string } | null;
}

/** A request that was not sent. Its content is incomplete. */
export interface SignatureDraft {
  readonly id: string;
  readonly renderId: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly updatedAt: string;
}

export interface SignatureDraftPage extends Page {
  readonly drafts: ReadonlyArray<SignatureDraft>;
}

/** An event of the audit trail. */
export interface AuditEvent {
  readonly type: string;
  readonly who: string;
  readonly at: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface SignaturePage extends Page {
  readonly signatures: ReadonlyArray<Signature>;
}

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: ReadonlyArray<string>;
  readonly description: string | null;
  readonly enabled: boolean;
  readonly createdAt: string;
}

export interface TemplateDetail extends Template {
  readonly manifest: Manifest | null;
}

export interface Manifest {
  readonly variables: ReadonlyArray<Variable>;
  readonly loops: ReadonlyArray<ManifestLoop>;
}

export interface ManifestLoop {
  readonly key: string;
  readonly label: string;
  readonly itemFields: ReadonlyArray<Variable>;
  readonly loops?: ReadonlyArray<ManifestLoop>;
}

export interface TemplateVersionDetail {
  readonly manifest: Manifest;
}

export interface SampleData {
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Variable {
  readonly key: string;
  readonly label: string;
  readonly dataType: string;
  readonly required?: boolean;
}

export interface TemplateVersion {
  readonly versionNumber: number;
  readonly createdAt: string;
}

export interface Share {
  readonly id: string;
  readonly channel: string;
  readonly recipientEmail: string | null;
  readonly message: string | null;
  readonly revokedAt: string | null;
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly clickCount: number;
  readonly shareUrl: string;
}

/** A share in the list of a project. */
export interface ProjectShare extends Share {
  readonly renderId: string;
  readonly filename: string | null;
  readonly templateSlug: string | null;
}

export interface SharePage extends Page {
  readonly shares: ReadonlyArray<ProjectShare>;
}

export interface ShareEventPage extends Page {
  readonly events: ReadonlyArray<EngagementEvent>;
}

export interface EngagementEvent {
  readonly id: string;
  readonly eventType: string;
  readonly sourceIp: string | null;
  readonly userAgent: string | null;
  readonly actorKind: string;
  readonly createdAt: string;
}

/** An event of the event stream. */
export interface OutgoingEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
}

/** Events, oldest first. */
export interface EventPage extends Page {
  readonly events: ReadonlyArray<OutgoingEvent>;
}

export interface Font {
  readonly name: string;
  readonly family: string;
  readonly style: string;
  readonly weight: number;
  readonly scripts: ReadonlyArray<string>;
  readonly byteSize: number;
  readonly createdAt: string;
}

export interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly error: string | null;
  readonly createdAt: string;
  readonly nextAttemptAt: string | null;
}

export interface DeliveryPage extends Page {
  readonly deliveries: ReadonlyArray<Delivery>;
}

export interface Key {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** A member of the account. */
export interface Member {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: "owner" | "editor" | "viewer";
  readonly status: "invited" | "active";
  readonly invitation: { readonly emailStatus: string; readonly expiresAt: string | null } | null;
  readonly createdAt: string;
  readonly lastSignedInAt: string | null;
}

export interface UsageReport {
  readonly from: string;
  readonly to: string;
  readonly days: ReadonlyArray<UsageDay>;
}

export interface UsageDay {
  readonly date: string;
  readonly renders: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly pages: number;
  readonly bytes: number;
  readonly p95DurationMs: number | null;
  readonly shares: number;
  readonly views: number;
  readonly downloads: number;
  readonly signatureRequests: number;
  readonly completedSignatureRequests: number;
}

/** The health and the load of a deployment. */
export interface SystemReport {
  readonly version: string;
  readonly failing: ReadonlyArray<string>;
  readonly state: SystemState | null;
}

export interface SystemState {
  readonly databaseVersion: string;
  readonly appliedMigrations: number;
  readonly knownMigrations: number;
  readonly queues: ReadonlyArray<{
    readonly queue: "renders" | "mails" | "deliveries" | "signatures";
    readonly waiting: number;
    readonly oldestSeconds: number;
  }>;
  readonly jobsInProgress: number;
  readonly connections: number;
  readonly accounts: number;
  readonly projects: number;
}

/** An entry of the audit log. */
export interface AuditEntry {
  readonly at: string;
  readonly projectId: string | null;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly action: string;
  readonly sourceIp: string | null;
}

/** A page of the audit log, newest first. */
export interface AuditPage extends Page {
  readonly entries: ReadonlyArray<AuditEntry>;
}
