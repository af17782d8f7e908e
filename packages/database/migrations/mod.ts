import { initial } from "./0001_initial/mod.ts";
import { renderWarnings } from "./0002_render_warnings.ts";
import { weeklyEvents } from "./0003_weekly_events.ts";
import { signatureOptions } from "./0004_signature_options.ts";
import { endingCertificates } from "./0005_ending_certificates.ts";
import { publicDownloads } from "./0006_public_downloads.ts";
import { consoleSessions } from "./0007_console_sessions.ts";
import { signingSessions } from "./0008_signing_sessions.ts";
import { einvoices } from "./0009_einvoices.ts";
import { signingFields } from "./0010_signing_fields.ts";
import { branding } from "./0011_branding.ts";
import { consentLanguages } from "./0012_consent_languages.ts";
import { complaints } from "./0013_complaints.ts";
import { renderBatches } from "./0014_render_batches.ts";
import { uploads } from "./0015_uploads.ts";
import { signatureDrafts } from "./0016_signature_drafts.ts";
import { signatureBulks } from "./0017_signature_bulks.ts";
import { encryption } from "./0018_encryption.ts";
import { renderStandard } from "./0019_render_standard.ts";
import { signaturesByStatus } from "./0020_signatures_by_status.ts";
import { members } from "./0021_members.ts";
import { sharesByProject } from "./0022_shares_by_project.ts";
import { engagementByProject } from "./0023_engagement_by_project.ts";
import { versionLanguages } from "./0024_version_languages.ts";
import { type Migration, migrator } from "./migrator.ts";

/**
 * All migrations in order. Add to the end and never change a released one.
 *
 * During a roll-out, processes of the previous release use the new schema. So a migration only adds: tables,
 * indexes, columns that are nullable or have a default. What old code reads, writes or relies on is renamed,
 * dropped or made stricter in a later release than the one that stops using it. Queued data stays readable
 * for the previous release. Migrations are quick, since their locks block all users of a table.
 */
const MIGRATIONS = {
  "0001_initial": initial,
  "0002_render_warnings": renderWarnings,
  "0003_weekly_events": weeklyEvents,
  "0004_signature_options": signatureOptions,
  "0005_ending_certificates": endingCertificates,
  "0006_public_downloads": publicDownloads,
  "0007_console_sessions": consoleSessions,
  "0008_signing_sessions": signingSessions,
  "0009_einvoices": einvoices,
  "0010_signing_fields": signingFields,
  "0011_branding": branding,
  "0012_consent_languages": consentLanguages,
  "0013_complaints": complaints,
  "0014_render_batches": renderBatches,
  "0015_uploads": uploads,
  "0016_signature_drafts": signatureDrafts,
  "0017_signature_bulks": signatureBulks,
  "0018_encryption": encryption,
  "0019_render_standard": renderStandard,
  "0020_signatures_by_status": signaturesByStatus,
  "0021_members": members,
  "0022_shares_by_project": sharesByProject,
  "0023_engagement_by_project": engagementByProject,
  "0024_version_languages": versionLanguages,
};

/** The number of the last migration, which a database with the current schema has. */
export const LATEST_MIGRATION = Object.keys(MIGRATIONS).length;

/**
 * Migrates an empty database to the schema with this number, in one transaction. Does nothing in a database
 * with that schema or a later one.
 */
export const migrateTo: (schema: number) => Migration = migrator(MIGRATIONS);

/**
 * Migrates a database to the current schema; does nothing if it is current.
 *
 * Any number of servers may start at once: a lock lets one migrate while the others wait. If another
 * transaction uses a table for long, the migration releases its locks and retries, so that later statements
 * never wait for it.
 */
export const migrate: Migration = migrateTo(LATEST_MIGRATION);
