/** The parts of the API's resources that the console shows. Timestamps are ISO 8601. */

export interface Project {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
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

interface Render {
  readonly id: string;
  readonly status: "queued" | "rendering" | "succeeded" | "failed";
  readonly filename: string | null;
  readonly templateSlug: string;
  readonly versionNumber: number;
  readonly source: string;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly pageCount: number | null;
  readonly byteSize: number | null;
  readonly sha256: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly durationMs: number | null;
  readonly downloadUrl: string | null;
}

interface Page {
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
}

export interface RenderPage extends Page {
  readonly renders: ReadonlyArray<Render>;
}

interface Signature {
  readonly id: string;
  readonly renderId: string;
  readonly name: string;
  readonly status: string;
  readonly recipients: ReadonlyArray<{
    readonly firstName: string;
    readonly lastName?: string | null;
    readonly email: string;
    readonly designation: string;
    readonly order: number;
    readonly signedAt?: string | null;
    readonly declinedAt?: string | null;
  }>;
  readonly signedDownloadUrl: string | null;
  readonly certificateUrl: string | null;
  readonly errorMessage: string | null;
  readonly createdAt: string;
  readonly completedAt: string | null;
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
